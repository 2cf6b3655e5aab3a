// White space, what Unicode draws nothing for (zero width, bidi controls, fillers) and the blank Braille pattern.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

/** Whether anybody would see something; a text without it counts as left blank. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
