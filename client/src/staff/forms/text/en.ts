export const CONFLICT_TEXT = {
  changedInAnotherWindow: 'You changed this in another window. Nothing was saved.',
  changedInAnotherWindow2: (what: string) => `You changed ${what} in another window.`,
};
