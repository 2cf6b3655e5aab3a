/** Parts of patterns that read a text of any length in a time that grows with its length, and not with its square. */

/** Where a sentence ends. A run of signs is read from its start only. */
export const SENTENCE_END = /(?<![.!?;\n])[.!?;\n]+(?=\s|$)/;

/** Farther apart two words are not one thought; a word repeated through a long text is not read against all the rest. */
const FAR = 1000;

/** The same pattern, with "anything between" bounded. One that is anchored at the start is read once as it is. */
export const nearby = (source: string): string =>
  source.startsWith('^') ? source : source.replaceAll('.*', `.{0,${FAR}}`);
