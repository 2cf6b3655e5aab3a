/** Where a sealed text belongs: it opens nowhere else. */
export const bodyPlace = (messageId: string): string => `messages.body:${messageId}`;
export const subjectPlace = (threadId: string): string => `message_threads.subject:${threadId}`;
