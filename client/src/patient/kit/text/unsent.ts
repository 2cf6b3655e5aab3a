const MOST_NAMED = 4;
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const UNSENT_TEXT = {
  title: 'You have changes your care team can’t see yet.',
  submit: 'Submit changes',
  sending: 'Submitting',
  about: (questions: readonly string[]): string => {
    const more = questions.length - MOST_NAMED;
    const named = questions.slice(0, more > 0 ? MOST_NAMED : questions.length);
    return `Changed: ${list.format(more > 0 ? [...named, `${more} more`] : named)}.`;
  },
  chip: 'Changes not sent',
} as const;
