export const NAMED_RULES_TEXT = {
  confirm: (title: string) => `I have read: ${title}`,
  each: 'Tick each rule you override.',
  reason: 'Explain in at least 20 characters why you override these rules.',
};
