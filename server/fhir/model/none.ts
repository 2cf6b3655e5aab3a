const NONE = ['no', 'none', 'nil', 'nothing', 'n\\/?a', 'not applicable', 'none (known|at all|currently)'];

/** Tells a text that says as a whole that there is none; anything more is something. */
export function saysNone(...more: string[]): (text: string) => boolean {
  const pattern = new RegExp(`^(${[...NONE, ...more].join('|')})[.!]?$`, 'i');
  return (text) => pattern.test(text.trim());
}
