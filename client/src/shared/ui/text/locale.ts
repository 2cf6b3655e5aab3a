/** The language of dates and numbers. */
export const LOCALE = 'en-US';
