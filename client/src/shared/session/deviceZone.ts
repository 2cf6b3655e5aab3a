/** IANA name. A separate file, because the sign-in pages need nothing else about zones. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
