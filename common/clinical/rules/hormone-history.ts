/** Earlier and present hormone use, misuse. */
import { MEDICINES } from '../medicines.js';
import { answer, answers, foundInAnswer, foundInMeds } from './inputs.js';
import { any } from './logic.js';
import { followUpMatches, is, matches, rule, yes } from './rule.js';
import type { Rule } from './rule.js';

const ANABOLIC = /\btren|\bdeca\b|nandrol|stanozol|winstrol|anavar|dianabol|bodybuild|\bcycles?\b|\bsarms?\b/;

export const hormoneHistoryRules = [
  rule({
    key: 'current_trt_duplicate',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG+RXBLOCK',
    version: 2,
    threshold:
      'previous_trt_experience=current OR medicines name testosterone, until the first fill of the therapy here',
    recommendation:
      'Already on testosterone: obtain records and PDMP, avoid double supply; baseline levels are not diagnostic.',
    source: 'P; PDMP',
    sources: ['STATE', 'PRODUCT'],
    inputs: [answer('previous_trt_experience', '= current'), foundInMeds(MEDICINES.testosterone)],
    applies: (c) => !(c.onTherapy && c.facts.previous_prescription),
    test: (c) => any(is(c, 'previous_trt_experience', 'current'), matches(c.meds, MEDICINES.testosterone)),
  }),
  rule({
    key: 'prior_hormone_use',
    phases: ['BE'],
    severity: 'warning',
    effect: 'FLAG',
    threshold: 'prior_hormone_use=yes OR previous_trt_experience=past',
    recommendation:
      'Past hormone use may suppress the axis: note product, dose, stop date; retest after washout.',
    source: 'AUA18 K; FDA abuse warning V',
    sources: ['AUA18', 'LBL'],
    inputs: [...answers('prior_hormone_use'), answer('previous_trt_experience', '= past')],
    test: (c) => any(yes(c, 'prior_hormone_use'), is(c, 'previous_trt_experience', 'past')),
  }),
  rule({
    key: 'misuse_risk',
    phases: ['BE', 'RX'],
    severity: 'warning',
    effect: 'FLAG',
    threshold:
      'illicit_drug_use=yes OR hormone_use_details matches /\\btren|\\bdeca\\b|nandrol|stanozol|winstrol|anavar|dianabol|bodybuild|\\bcycles?\\b|\\bsarms?\\b/',
    recommendation: 'Misuse/diversion risk: counsel, check PDMP, shorter supplies.',
    source: 'FDA labels V (abuse)',
    sources: ['LBL'],
    inputs: [
      ...answers('illicit_drug_use', 'prior_hormone_use'),
      foundInAnswer('hormone_use_details', ANABOLIC),
    ],
    test: (c) =>
      any(
        yes(c, 'illicit_drug_use'),
        followUpMatches(c, 'prior_hormone_use', 'hormone_use_details', ANABOLIC),
      ),
  }),
] satisfies readonly Rule[];
