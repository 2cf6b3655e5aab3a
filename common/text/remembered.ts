/** Longer ones are rare, and would keep much memory. */
const LONGEST = 1000;

/**
 * The same function of a text, whose latest results are kept: the same answers are read for every rule and after every
 * act. The result must not be changed.
 */
export function remembered<Result>(read: (text: string) => Result, most = 300): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const result = read(text);
    if (text.length > LONGEST) return result;
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
