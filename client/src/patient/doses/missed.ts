import type { NextDose } from '#common/api/index.js';

/** Asks about a late dose until it is answered; then the one after it, until the next one lies ahead. */
export const asksAbout = (next: NextDose | null): boolean => next?.missed === true;
