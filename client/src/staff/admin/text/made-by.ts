export const MADE_BY_TEXT = {
  column: 'Set up by',
  left: 'no longer an administrator here',
} as const;
