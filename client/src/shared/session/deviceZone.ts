/** IANA name. A file of its own: the sign-in pages need no more about zones. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
