/** The words of the assistant. */
export const ASSISTANT_TEXT = {
  title: 'TRT assistant',
  greeting: "Hi! I'm your TRT assistant. How can I help you today?",
  lead: 'Answers come from reviewed articles. It does not know your record.',
  leadPatient: 'A condition that you tell it about goes to your care team.',
  log: 'Conversation',
  field: 'Message',
  placeholder: 'Ask a question',
  send: 'Send',
  close: 'Close assistant',
  typing: 'Assistant is typing',
  you: 'You',
  assistant: 'Assistant',
  sources: 'Source',
  suggestions: 'Perhaps you mean',
  failed: 'Sorry, I encountered an error. Please try again.',
  noResponse: 'Failed to get response',
  retry: 'Try again',
  careTeam: 'Message my care team',
  tell: 'Send this to my care team',
  passedOn: 'Your care team was told: your words were sent to them as a message.',
  passedOnLink: 'See your messages',
  tellSubject: 'Something my care team should know',
  subject: 'A question from the TRT assistant',
  asked: (questions: readonly string[]) =>
    `I asked the TRT assistant:\n${questions.map((question) => `- ${question}`).join('\n')}\n\n`,
  call911: 'call 911',
  always: 'Emergency: call 911. In crisis: call or text 988.',
} as const;

export const HELP_TEXT = {
  loading: 'Loading the article',
  failed: 'Unable to load this article.',
  title: 'Article',
  missing: 'Article not found.',
  missingHint: 'It may have been renamed or withdrawn.',
  sources: 'Sources',
  awaiting: 'Awaiting review by a clinician',
  awaitingHint: 'This article was written for the program. A clinician has not reviewed it yet.',
  markReviewed: 'Mark as reviewed',
  marking: 'Saving',
  marked: 'The article is marked as reviewed.',
  markFailed: 'Unable to mark the article as reviewed. Load it again, then try once more.',
  reviewedBy: (by: string, date: string) => `Reviewed by ${by} on ${date}`,
  reviewed: (date: string) => `Last changed ${date}`,
  disclaimer: 'General education, not medical advice.',
} as const;

/** The codes under which articles cite sources that have no publication. */
export const SOURCE_NAME: Record<string, string> = {
  SEED: 'Description of this program',
  SAFETY: 'Standard emergency advice',
  'PfizerCA-DepoT': 'Product information of a testosterone injection (Canada)',
};
