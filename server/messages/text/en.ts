import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  answerKeepsSubjectOfConversation: 'An answer keeps the subject of its conversation.',
  chooseConversation: 'Choose a conversation.',
  chooseMessage: 'Choose a message of the patient in this conversation.',
  enterSubject: 'Enter a subject.',
  sayWhetherAgainstTreatment: 'Say whether what the patient wrote speaks against treatment.',
  settledBefore:
    'It was settled that this does not speak against treatment. If it does, settle it on the case as “it is so”.',
  sendWhenLastMessageWritten: 'Send when the last message was written.',
});
