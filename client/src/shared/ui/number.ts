import { LOCALE } from './text/locale.js';

/** Apart from the formats of dates, which no public page needs. */
export const formatNumber = (value: number): string => value.toLocaleString(LOCALE);
