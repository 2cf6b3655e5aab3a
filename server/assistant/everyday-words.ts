/** The place of an English word by how often it is said; a word far behind, or unknown, has none. */
export type EverydayWords = ReadonlyMap<string, number>;

/** Beyond it the list holds names and slips of the pen. */
const MOST = 25_000;
let words: Promise<EverydayWords> | undefined;

/** Read at the first question: the list of common English words that the password check brings. */
export function everydayWords(): Promise<EverydayWords> {
  // By this path only the one list is loaded, and the package has no types for it.
  const list: string = '@zxcvbn-ts/language-en/dist/commonWords.json.mjs';
  words ??= import(list).then(
    (module: { default: readonly string[] }) =>
      new Map(module.default.slice(0, MOST).map((word, place) => [word, place])),
  );
  return words;
}
