export const KIT_TEXT = {
  stale: (age: string) => `We could not check for changes. This is how it stood ${age} ago.`,
  again: 'Try again',
} as const;
