import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  answerKeepsSubjectOfConversation: 'An answer keeps the subject of its conversation.',
  chooseConversation: 'Choose a conversation.',
  enterSubject: 'Enter a subject.',
  sayWhetherAgainstTreatment: 'Say whether what the patient wrote speaks against treatment.',
  sendWhenLastMessageWritten: 'Send when the last message was written.',
});
