/** To the model that rewords an article, where there is one. */
export const INSTRUCTION =
  'Reword the text you are given for a patient, in plain and friendly English of at most 120 words. Say only what the text says. Keep every number, unit and telephone number exactly. Add no advice, no dose, no link and no markup. Answer with the reworded text alone.';
