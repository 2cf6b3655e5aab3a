import type { Segment } from '../lab-spool/hl7.js';
import { SPECIMEN_DOUBT } from './doubts.js';

/** HL7 tables 0070 and 0487, SNOMED CT, and their names. */
const BLOOD = new Set(
  `bld bldv blda bldc wb ser plas sst blood serum plasma 119297000 119364003 119361006 122555007 258580003 wholeblood
  venousblood bloodvenous serumorplasma serplas plasmaorserum edtablood wholebloodedta serumsst`.split(/\s+/),
);
/** Beside a code of blood, these words say that the code or the words are wrong. */
const NOT_BLOOD =
  /^(?:ur|sal|stl|csf|smn|har)$|urin|saliva|\bhair|stool|feces|semen|seminal|spinal|sputum|swab/i;
/** HL7 table 0493 as far as it says nothing against a result: how the specimen came. */
const SOUND = new Set(['cool', 'froz', 'live', 'room']);

const plainWord = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const wordsOf = (segment: Segment, field: number): string[] =>
  [
    ...[1, 2, 4, 5].map((component) => segment.value(field, component)),
    // The first component of OBR-15 may be a code and its name.
    segment.values(field, { subcomponent: 2 })[0] ?? '',
  ].filter(Boolean);

/** A word that names another specimen; where none does, some word must name blood. undefined: it is blood. */
export const otherThanBlood = (words: readonly string[]): string | undefined =>
  words.find(isOtherSpecimen) ?? (words.some((word) => BLOOD.has(plainWord(word))) ? undefined : words[0]);
export const isOtherSpecimen = (words: string): boolean => NOT_BLOOD.test(words);
/** Whether a condition of HL7 table 0493 says nothing against a result. */
export const isSoundCondition = (code: string): boolean => SOUND.has(plainWord(code));

/** What was drawn. Every place that says it must say blood: SPM-4 of each specimen, and OBR-15. */
export function specimenOf(
  obr: Segment,
  spms: readonly Segment[],
): { specimen: string | null; other: string | null } {
  const places = [...spms.map((spm) => [spm, 4] as const), [obr, 15] as const].filter(
    ([segment, field]) => wordsOf(segment, field).length > 0,
  );
  for (const [segment, field] of places) {
    const other = otherThanBlood(wordsOf(segment, field));
    if (other) return { specimen: null, other };
  }
  const [first] = places;
  if (!first) return { specimen: null, other: null };
  const [segment, field] = first;
  return { specimen: segment.value(field, 2) || wordsOf(segment, field)[0]!, other: null };
}

/** Why a result of this specimen may be wrong: it was rejected (SPM-21), its condition (SPM-24), or what came with it (OBR-13). */
export function conditionOf(obr: Segment, spms: readonly Segment[]): string | null {
  for (const spm of spms) {
    const rejected = spm.value(21, 2) || spm.value(21);
    if (rejected) return rejected;
    const names = spm.values(24, { component: 2 });
    const bad = spm.values(24).findIndex((code, i) => (code || names[i]) && !isSoundCondition(code));
    if (bad >= 0) return names[bad] || spm.values(24)[bad]!;
  }
  const said = obr.value(13);
  return SPECIMEN_DOUBT.test(said) ? said : null;
}
