// White space, what Unicode draws nothing for (zero width, bidi controls, fillers) and the blank Braille pattern.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** A number as a keyboard writes it: pasted ones carry marks nobody sees and hyphens and spaces of typesetters. */
export const plainPhone = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s/gu, ' ')
    .trim();

/** Whether anybody would see something; a text without it counts as left blank. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
