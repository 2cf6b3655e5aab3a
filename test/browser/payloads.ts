import { NAMES_NO_ADDRESS } from '../../common/visible-text.js';

/** Each payload runs in a page that puts text into its markup, an attribute, a script, a style, a URL or a template. */
export const PAYLOADS = [
  '<script>window.ran=1</script>',
  '"><script>window.ran=1</script>',
  '<img src=x onerror=window.ran=1>',
  '<svg onload=window.ran=1>',
  '<svg><script>window.ran=1</script></svg>',
  '<body onload=window.ran=1>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<iframe src="javascript:parent.ran=1">',
  '<a href="javascript:window.ran=1">x</a>',
  'javascript:window.ran=1',
  'JaVaScRiPt:window.ran=1',
  'data:text/html,<script>window.ran=1</script>',
  '" onmouseover="window.ran=1" x="',
  "' autofocus onfocus='window.ran=1",
  '<input autofocus onfocus=window.ran=1>',
  '<details open ontoggle=window.ran=1>',
  '<video><source onerror=window.ran=1></video>',
  '<math><mtext><script>window.ran=1</script>',
  '<form><button formaction=javascript:window.ran=1>x',
  '<object data="javascript:window.ran=1">',
  '<embed src="javascript:window.ran=1">',
  '<link rel=stylesheet href="data:text/css,*{color:red}">',
  '<style>*{background:url(javascript:window.ran=1)}</style>',
  '<meta http-equiv=refresh content="0;url=javascript:window.ran=1">',
  '<base href="https://evil.example/">',
  '</title><script>window.ran=1</script>',
  '</textarea><script>window.ran=1</script>',
  '--><script>window.ran=1</script>',
  ']]><script>window.ran=1</script>',
  '${window.ran=1}',
  '{{constructor.constructor("window.ran=1")()}}',
  '#{window.ran=1}',
  '<%= window.ran=1 %>',
  '\\u003cscript\\u003ewindow.ran=1\\u003c/script\\u003e',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  '%3Cscript%3Ewindow.ran=1%3C/script%3E',
  '<img src="https://evil.example/pixel.gif">',
  '[x](javascript:window.ran=1)',
  '![x](https://evil.example/pixel.gif)',
  '=HYPERLINK("https://evil.example","x")',
];

let next = 0;
let texts = 0;
/** Of this run: a second attempt on the same portal must not find the marks of the first. */
const run = Math.random()
  .toString(36)
  .replaceAll(/[^a-v]/g, '')
  .padEnd(3, 'a')
  .slice(0, 3);

/** As many payloads as fit, beginning where the text before ended, behind a mark of its own: every one is stored. */
export function said(limit: number, accepts: RegExp = /^/): string {
  let text = `w${run}${++texts}w`;
  for (let tried = 0; tried < PAYLOADS.length; tried++) {
    const payload = PAYLOADS[next % PAYLOADS.length]!;
    if (text.length + 1 + payload.length > limit || !accepts.test(payload)) {
      if (tried > 2 && text.includes(' ')) break;
      next++;
      continue;
    }
    text += ` ${payload}`;
    next++;
  }
  return text;
}

/** The same for a name, which may hold no address of the web. */
export const saidAsName = (limit: number): string => said(limit, NAMES_NO_ADDRESS);

/** The mark of each text with a payload. */
export const markOf = (text: string): string | undefined =>
  PAYLOADS.some((payload) => text.includes(payload)) ? /\bw[a-v]{3}\d+w\b/.exec(text)?.[0] : undefined;
