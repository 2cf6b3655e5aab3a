/** An export as one page that a person reads in any browser, offline, and can print. */

export type Cell = string | number | null | undefined;
export interface RecordTable {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}
/** Facts by name, tables and texts, in the order they are shown. */
export type RecordPart =
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: Cell])[] }
  | ({ kind: 'table' } & RecordTable)
  | { kind: 'text'; title: string; lines: readonly { head: string; body: string }[] };
export interface RecordSection {
  title: string;
  /** Shown when there is nothing. */
  none: string;
  parts: readonly RecordPart[];
}

const escaped = (text: Cell): string =>
  String(text ?? '').replace(
    /[&<>"']/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[mark]!,
  );

const isEmpty = (part: RecordPart): boolean =>
  part.kind === 'facts'
    ? part.facts.every(([, value]) => value === null || value === undefined || value === '')
    : part.kind === 'table'
      ? part.rows.length === 0
      : part.lines.length === 0;

function partHtml(part: RecordPart): string {
  if (part.kind === 'facts')
    return `<dl>${part.facts
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
      .join('')}</dl>`;
  if (part.kind === 'table') {
    const head = part.columns.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
    const rows = part.rows.map(
      (row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`,
    );
    return `<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
  }
  const lines = part.lines.map(
    ({ head, body }) => `<p class="head">${escaped(head)}</p><p class="body">${escaped(body)}</p>`,
  );
  return `<h3>${escaped(part.title)}</h3>${lines.join('')}`;
}

/** Nothing may run or be loaded, whatever was typed into a text. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.7rem}h2{font-size:1.25rem;margin-top:2.2rem;border-bottom:1px solid #8888;padding-bottom:.3rem}h3{font-size:1rem;margin:1.4rem 0 .3rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem}dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.35rem .7rem .35rem 0;border-bottom:1px solid #8884}
.head{margin:.8rem 0 0;opacity:.75}.body{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}nav a{margin-right:1rem}
@media print{nav{display:none}h2{break-after:avoid}tr{break-inside:avoid}}`;

/** @param lead sentences under the heading */
export function recordPage(
  title: string,
  lead: readonly string[],
  sections: readonly RecordSection[],
): string {
  const bodies = sections.map(({ title: name, none, parts }, index) => {
    const shown = parts.filter((part) => !isEmpty(part));
    const content = shown.length ? shown.map(partHtml).join('') : `<p>${escaped(none)}</p>`;
    return `<section aria-labelledby="s${index}"><h2 id="s${index}">${escaped(name)}</h2>${content}</section>`;
  });
  const links = sections.map(({ title: name }, index) => `<a href="#s${index}">${escaped(name)}</a>`);
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>${lead.map((line) => `<p>${escaped(line)}</p>`).join('')}
<nav aria-label="Contents">${links.join(' ')}</nav>
${bodies.join('\n')}
</main></body></html>
`;
}
