import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export interface StrengthQuestion {
  id: number;
  password: string;
  context: string[];
}
export interface StrengthAnswer {
  id: number;
  score: number;
  warning: string | null;
}

parentPort?.on('message', ({ id, password, context }: StrengthQuestion) => {
  const { score, feedback } = zxcvbn.check(password, context);
  parentPort?.postMessage({ id, score, warning: feedback.warning || null } satisfies StrengthAnswer);
});
