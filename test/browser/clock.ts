const DAY_MS = 86_400_000;

/** The calendar day some days ago in the test browsers' time zone (see playwright.config.ts): YYYY-MM-DD. */
export const daysAgo = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    new Date(Date.now() - days * DAY_MS),
  );
