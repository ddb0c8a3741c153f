/**
 * Rows page by page. No statement stays open between pages, so that readers neither hold a run in memory nor
 * stand in the way of writers; a row written meanwhile is seen when it lies ahead.
 * @param size rows that a full page has
 * @param read gives the page after a row; undefined asks for the first
 */
export async function* paged<Row extends Place, Place>(
  size: number,
  read: (last: Place | undefined) => readonly Row[],
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = read(last)
    for (const row of rows) yield row
    if (rows.length < size) return
    last = rows.at(-1)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
