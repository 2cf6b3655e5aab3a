import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  answerQuestion: 'Answer this question, or leave it out.',
  chooseNone: 'Choose none, mild, moderate or severe.',
  chooseWhereRightNow: 'Choose where you are right now.',
  enterWhatChanged: 'Enter what changed, or leave it out.',
  enterWhatChangedAsText: 'Enter what changed as text.',
  nameEachSideEffectOnce: 'Name each side effect once.',
  notSideEffectOfList: 'This is not a side effect of the list.',
  sendSideEffectsAsList: 'Send the side effects as a list.',
  sendWhatChangedAsOneObject: 'Send what changed as one object; an empty one if nothing did.',
});
