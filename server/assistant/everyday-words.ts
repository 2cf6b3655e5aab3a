/** The frequency rank of an English word; rare and unknown words have none. */
export type EverydayWords = ReadonlyMap<string, number>;

/** Beyond this rank the list contains names and typos. */
const MOST = 25_000;
let words: Promise<EverydayWords> | undefined;

/** Read at the first question: the common English words that come with the password check. */
export function everydayWords(): Promise<EverydayWords> {
  // Importing by this path loads only the one list, and the package has no types for it.
  const list: string = '@zxcvbn-ts/language-en/dist/commonWords.json.mjs';
  words ??= import(list).then(
    (module: { default: readonly string[] }) =>
      new Map(module.default.slice(0, MOST).map((word, place) => [word, place])),
  );
  return words;
}
