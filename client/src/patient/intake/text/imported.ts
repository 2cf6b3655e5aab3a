/** In the intake, while answers of another clinic's record are not submitted. */
export const IMPORTED_TEXT = (date: string): string =>
  `Some answers come from records that your clinic received on ${date}. Check each one.`;
