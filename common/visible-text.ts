// White space, characters Unicode renders as nothing (zero width, bidi controls, fillers) and the blank Braille pattern.
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u;

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Characters that make a text read in another order than it is written. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A name on one line that reads as it is written: nothing in it is invisible, blank or turns the text. What joins letters of other
 * scripts, or shapes emoji, is seen by its effect on the one before it.
 */
export const READS_AS_WRITTEN =
  /^(?:[^\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?<=[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?!\p{Script=Latin})\p{L})(?:\u200c|\u200d|\ufe0f))*$/u;

/** A name is no address: mail programs make links of those, and a name stands in emails of the portal. */
export const NAMES_NO_ADDRESS = /^(?![^]*(?::\/\/|(?<![\p{L}\d])www\.|[\p{L}\d-]{2,}\.\p{L}{2,}\/))/iu;

export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/** A number as typed on a keyboard: pasted ones contain invisible marks and typographic hyphens and spaces. */
export const plainPhone = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s/gu, ' ')
    .trim();

/** Whether anything is visible; a text without visible characters counts as blank. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
