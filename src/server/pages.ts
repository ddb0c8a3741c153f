/** Text in HTML. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`)
}

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>${head}</head>
<body><main><h1>${escaped(title)}</h1>
${content}
</main></body></html>
`
}

/** Asks for the token. Works without a script. */
export function signInPage(path: string, wasWrong: boolean): string {
  return page(
    'Rapport: a token is needed',
    `${wasWrong ? '<p role="alert">That token is not right.</p>\n' : ''}<p>The terminal of <code>rapport serve</code> shows it, or whoever started it knows it.</p>
<form method="get" action="${escaped(path)}">
<p><label>Token <input type="password" name="token" autocomplete="current-password" required autofocus></label>
<button>Open the workbench</button></p>
</form>
<p>You gave it already and came here by a link? <a href="${escaped(path)}">Open the page again.</a></p>`,
  )
}

/**
 * Goes on to a page from a page of our own: a cookie that other sites can't use is not sent when a redirect follows a
 * link from another site.
 */
export function goOnPage(path: string): string {
  return page(
    'Rapport',
    `<p><a href="${escaped(path)}">Go on to the workbench</a></p>`,
    `<meta http-equiv="refresh" content="0; url=${escaped(path)}">`,
  )
}

/** Stands where the user interface would be. */
export function notBuiltPage(): string {
  return page(
    'Rapport: the user interface is not here',
    `<p>This copy of Rapport has no built user interface. In a clone, build it with <code>npm run build</code> and load this page again; a package from npm has it.</p>
<p>The API works all the same: <a href="/api/runs">/api/runs</a>, described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  )
}
