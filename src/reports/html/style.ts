import { plotCss, tokenCss } from '../svg/colours.ts'

/** System fonts with Chinese, Japanese, Korean, Arabic and emoji fallbacks: nothing is loaded. */
const FONT =
  'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","PingFang SC","Hiragino Sans","Microsoft YaHei","Noto Sans CJK SC","Noto Naskh Arabic","Segoe UI Emoji","Noto Color Emoji",sans-serif'

/** The page's style sheet: one for light, dark and print. */
export const pageCss = [
  tokenCss(':root'),
  ':root{color-scheme:light dark}',
  '*{box-sizing:border-box}',
  `body{margin:0;background:var(--page);color:var(--text);font:14px/1.45 ${FONT};font-variant-numeric:tabular-nums;overflow-wrap:anywhere}`,
  'main,header,footer{max-width:1120px;margin:0 auto;padding:0 16px}',
  'header{padding-top:24px}h1{font-size:24px;line-height:1.2;margin:0 0 8px}h2{font-size:20px;line-height:1.25;margin:40px 0 8px;padding-top:12px;border-top:1px solid var(--line)}h3{font-size:16px;margin:24px 0 8px}h4{font-size:14px;margin:16px 0 4px}',
  'p,ul,ol,dl{margin:8px 0;max-width:75ch}ul,ol{padding-left:20px}li{margin:4px 0}',
  'a{color:var(--accent)}a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
  'nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px;max-width:none}',
  '.dim{color:var(--dim)}.none{color:var(--dim)}.warn{border-left:4px solid var(--failed);padding:4px 12px;background:var(--panel);max-width:none}',
  '.scroll{overflow-x:auto;max-width:100%;margin:8px 0}',
  'table{border-collapse:collapse;min-width:min(100%,480px)}caption{text-align:left;color:var(--dim);padding:4px 0;caption-side:top}',
  'th,td{padding:4px 12px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:normal}th{font-weight:600;color:var(--dim);white-space:nowrap}td.num,th.num{text-align:right;white-space:nowrap}td.fig{white-space:nowrap}td.name{min-width:150px;max-width:320px;overflow-wrap:anywhere}td.words{min-width:110px;max-width:420px}tr.group td{color:var(--dim);padding-top:12px;font-style:italic}tr.invalid td{opacity:.6}',
  '.tag{display:inline-block;border:1px solid var(--line);border-radius:4px;padding:0 4px;font-size:12px;color:var(--dim);margin-left:4px;white-space:nowrap}.tag.bad{border-color:var(--failed);color:var(--failed)}',
  '.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:24px 32px;margin:16px 0;align-items:start}.plots figure{margin:0;min-width:0}',
  '.plot{display:block;width:100%;max-width:560px;height:auto}.strip .plot{width:200px;height:12px;border-radius:2px}.swatch{display:inline-block;width:40px;vertical-align:middle}.swatch .plot{width:40px;height:12px}',
  'dl{display:grid;grid-template-columns:minmax(110px,max-content) 1fr;gap:4px 16px;max-width:none}dt{color:var(--dim)}dd{margin:0;min-width:0}',
  'details{margin:8px 0;border:1px solid var(--line);border-radius:6px;padding:0 12px}details[open]{padding-bottom:8px}summary{cursor:pointer;padding:8px 0;font-weight:600}',
  '.text{white-space:pre-wrap;max-width:75ch;margin:4px 0;padding:6px 10px;border-radius:6px;background:var(--panel);unicode-bidi:isolate;overflow-wrap:anywhere}.text.user{margin-left:24px;border-right:3px solid var(--accent)}.text.answer{border-left:3px solid var(--scored)}',
  'code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:13px;overflow-wrap:anywhere}',
  'footer{padding:24px 16px 48px;color:var(--dim)}',
  '@media (max-width:600px){h1{font-size:20px}h2{font-size:18px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}.text.user{margin-left:8px}}',
  '@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}',
  '@media print{body{font-size:11px}main,header,footer{max-width:none}.scroll{overflow:visible}nav{display:none}h2,h3{break-after:avoid}figure,tr{break-inside:avoid}table{font-size:9px}a{color:inherit;text-decoration:none}details::details-content{content-visibility:visible}}',
  plotCss,
].join('\n')
