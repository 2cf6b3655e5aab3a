/** Linear: one @, no spaces, a dot inside the domain. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** @param text as typed; spaces around it do not count */
export const isEmailAddress = (text: string): boolean => text.trim().length <= 254 && EMAIL.test(text.trim());
