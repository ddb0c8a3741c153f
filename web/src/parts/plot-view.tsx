import { useId, useState } from 'react'
import type { PlotView as Plot } from '../../../src/server/api-types.ts'

/** A drawing of the report with its numbers beside it. */
export function PlotView({ plot }: { readonly plot: Plot }) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="panel">
      <header>
        <h3 id={id} className="grow">
          {plot.title}
        </h3>
        <button
          type="button"
          className="plain small"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Drawing' : 'Numbers'}
        </button>
      </header>
      <div className="body">
        {isTable ? (
          <div className="table-wrap">
            <table className="grid" aria-labelledby={id}>
              <thead>
                <tr>
                  {plot.table.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {plot.table.rows.map((row) => (
                  <tr key={row.join('\n')}>
                    {row.map((cell, place) => (
                      <td key={plot.table.columns[place] ?? place}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          // The server's own drawing: every text in it was escaped where it was made.
          // eslint-disable-next-line no-danger
          <div className="drawing" dangerouslySetInnerHTML={{ __html: plot.svg }} />
        )}
      </div>
    </figure>
  )
}
