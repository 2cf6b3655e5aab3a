import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  alertClosesByItselfWhenRule: 'This alert closes by itself when its rule no longer applies.',
  anotherArticleAddress: 'Another article has this address.',
  answersFromReviewedArticles: 'Answers from the reviewed articles.',
  articleNotWaitingForReview: 'This article is not waiting for a review.',
  atMost: (most: number) => `Use at most ${most}.`,
  capabilityNotKnown: 'This capability is not known.',
  chooseAll: 'Choose all, patient or staff.',
  eachOne1To120Characters: 'Each one has 1 to 120 characters on one line.',
  eachOne1To40Characters: 'Each one has 1 to 40 characters and no comma.',
  enter: (name: string) => `Enter ${name}.`,
  enterAddress: 'Enter an address.',
  enterOnOneLine: (name: string) => `Enter ${name} on one line.`,
  enterText: 'Enter the text.',
  lowerCaseLetters: 'Use lower case letters, digits and single hyphens.',
  noArticlesToAnswer: 'There are no articles to answer from.',
  sendList: 'Send a list.',
  tooManyMessagesAtOnce: 'Too many messages at once. In an emergency call 911. In a crisis call or text 988.',
});
