/** The id of the element that gets the focus when an error link is followed. */
export const fieldId = (name: string): string => `q-${name}`;
