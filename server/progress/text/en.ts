import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  answerAtLeastOneSymptom: 'Answer at least one symptom.',
  chooseNumber: (low: number, high: number) => `Choose a number from ${low} to ${high}.`,
  clinicDoesNotAskQuestions: 'This clinic does not ask these questions.',
  enterAnswer: (label: string) => `Enter an answer for “${label}”.`,
  enterWeightAsNumber: 'Enter your weight as a number.',
  questionsNotAskedNow: 'These questions are not asked now. If you need help, call or text 988.',
  sayWhetherPresent: 'Say whether it is present.',
  sendAnswers: (count: number) => `Send ${count} answers; null where one is blank.`,
  sendAnswersAsList: 'Send the answers as a list.',
  sendAnswersToItems3: 'Send the answers to items 3 to 9 as a list.',
  sendFiveAnswersAsOneObject: 'Send the five answers as one object.',
});
