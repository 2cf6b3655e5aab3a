export const KIT_TEXT = {
  stale: (age: string) => `We could not check for changes. You are seeing the version from ${age} ago.`,
  again: 'Try again',

  zone: {
    offer: (zone: string) => `Your device is set to ${zone}. Show times in ${zone}?`,
    change: (zone: string) => `Show ${zone}`,
    keep: 'Keep',
    changed: (zone: string) => `Your times are shown in ${zone}.`,
    failed: 'Unable to change your time zone. Try again in a moment.',
  },
} as const;
