/** The language of dates and numbers is fixed: the portal uses U.S. English. */
export const LOCALE = 'en-US';

/** Apart from the formats of dates, which no public page needs. */
export const formatNumber = (value: number): string => value.toLocaleString(LOCALE);
