import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

// In the source tree this file runs as .ts, where Node does not resolve a .js name to a .ts file.
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const { buildBlocklist, isCommon } = (await import(
  new URL(`./password-blocklist${extension}`, import.meta.url).href
)) as typeof import('./password-blocklist.js');

const blocklist = buildBlocklist(common.dictionary['passwords-common']);
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export interface StrengthQuestion {
  id: number;
  password: string;
  /** The part used to estimate guessability. */
  judged: string;
  /** The user's and the product's words. */
  context: string[];
}
export interface StrengthAnswer {
  id: number;
  common: boolean;
  score: number;
  warning: string | null;
}

parentPort?.on('message', ({ id, password, judged, context }: StrengthQuestion) => {
  const { score, feedback } = zxcvbn.check(judged, context);
  const answer = {
    id,
    common: isCommon(password, blocklist, context),
    score,
    warning: feedback.warning || null,
  };
  parentPort?.postMessage(answer satisfies StrengthAnswer);
});
