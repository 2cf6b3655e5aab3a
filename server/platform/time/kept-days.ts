/** For how many days a job keeps what it deletes by its age. `retention/schedule.ts` and docs/retention.md show the same. */
export const KEPT_DAYS = {
  emails: 365,
  webhookMessages: 30,
  labMessages: 365,
  exports: 1,
  accountsWithoutCare: 1,
  endedApps: 30,
  chats: 90,
  endedSessions: 30,
} as const;

/** "1 day", "30 days". */
export const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
