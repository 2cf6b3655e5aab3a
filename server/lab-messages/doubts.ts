const SPECIMEN = String.raw`h(?:a)?emoly|hemoli[sz]|clotted|coagulad|contaminat|contaminad|insufficient|insuficiente|\bqns\b|wrong (?:tube|patient|specimen|sample)|mislabel|unlabel`;

/** What speaks against a specimen wherever it is said. Clinical notes of an order are read by these words alone: they also say "suspected". */
export const SPECIMEN_DOUBT = new RegExp(SPECIMEN, 'i');

/** Comments that say a value may be wrong: a person decides whether it can be used. */
export const DOUBT = new RegExp(
  String.raw`${SPECIMEN}|clott|lip(?:a?e|é)mi|ict[eé]ric|unreliab|unsuitab|unsatisf|mix(?:ed)?[ -]?up|do not use|disregard|questionabl|suspect|(?:re-?collect|re-?draw|repeat) |interfer|not valid|invalid|compromised|diluted|(?:improper|incorrect)ly|too old|delayed|stabilit|exceed|(?:\d|\b)h(?:(?:ou)?rs?)? after (?:collection|draw)`,
  'i',
);
