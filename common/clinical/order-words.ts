/** What the words of an order mean: dose, frequency, route. */
import { unitsOf } from './dispensing.js';
import {
  FORMULATIONS,
  INTERVAL_DAYS,
  isFrequency,
  type FormulationId,
  type Frequency,
  type Route,
} from './formulations.js';

/** Texts round to a tenth. */
const SAME_MG = 0.06;

/** A dose as people write it: '80 mg', '40.5 mg'. */
export const doseText = (dose: number): string => `${Number(dose.toFixed(2))} mg`;

/** An amount, per what, and in how many pieces; more words ("twice", "take ten") would be another dose. */
const DOSE_TEXT =
  /^\s*(\d+(?:\.\d+)?)\s*(?:mg\b\s*(?:(?:\/|per)\s*(?:dose|day|week|wk|injection|application))?\s*(?:\(\d+ (?:pump|actuation|packet|spray|capsule|patch|pellet)(?:e?s)?\))?)?\s*$/i;

/** The single amount in mg of a dose text ('80 mg', '40.5', '40.5 mg (2 pumps)'), or null if there is none or more than one. */
export function parseDoseMg(dose: number | string): number | null {
  if (typeof dose === 'number') return Number.isFinite(dose) ? dose : null;
  const match = DOSE_TEXT.exec(dose);
  return match ? Number(match[1]) : null;
}

const DAYS_OF: Readonly<Record<string, number>> = { day: 1, week: 7, wk: 7 };
/** What pieces of a product are called in a dose text; null where nothing is counted. */
function pieceWord(id: FormulationId): RegExp | null {
  const { supply, routes } = FORMULATIONS[id];
  if (supply.kind === 'metered')
    return routes.includes('nasal') ? /^(pump|actuation|spray)/ : /^(pump|actuation)/;
  if (supply.kind === 'gram') return /^packet/;
  return supply.kind === 'count' ? new RegExp(`^${supply.unit.slice(0, 5)}`) : null;
}

/** Whether what a dose text adds to its mg ("per day", "(2 pumps)") says the same as the product and the frequency. */
export function doseTextAgrees(id: FormulationId, dose: number | string, frequency: string): boolean {
  const words = String(dose).toLowerCase();
  const [, per] = /(?:\/|per)\s*(day|week|wk|injection|application)/.exec(words) ?? [];
  const [, count, piece] = /\((\d+) ([a-z]+)\)/.exec(words) ?? [];
  const often = parseFrequency(frequency);
  const { routes } = FORMULATIONS[id];
  if (per === 'injection' && !routes.some((route) => route === 'intramuscular' || route === 'subcutaneous'))
    return false;
  if (per === 'application' && !routes.includes('topical')) return false;
  const days = per && DAYS_OF[per];
  if (days && (often === null || INTERVAL_DAYS[often] !== days)) return false;
  if (!piece) return true;
  const mg = parseDoseMg(dose);
  return (
    mg !== null &&
    pieceWord(id)?.test(piece) === true &&
    unitsOf(id)?.some((one) => Math.abs(one * Number(count) - mg) < SAME_MG) === true
  );
}

const FREQUENCY_WORDS: readonly (readonly [RegExp, Frequency])[] = [
  [/^(once )?(a |per |each |every )?week(ly)?$|^every 7 days$|^once every 7 days$|^q7d$/, 'once weekly'],
  [/^every (14 days|2 weeks|two weeks|other week)$|^once every 14 days$|^q14d$/, 'every 14 days'],
  [/^(twice|two times) (a |per |each )?week(ly)?$|^every 3\.5 days$/, 'twice weekly'],
  [/^(once )?(a |per |each |every )?(day|daily)$|^every morning$|^qd$/, 'once daily'],
  [/^(twice|two times) (a |per |each )?(day|daily)$|^bid$/, 'twice daily'],
  [/^three times (a |per |each )?(day|daily)$|^tid$/, 'three times daily'],
  [/^every (10 weeks|70 days)$/, 'every 10 weeks'],
  [/^every 4 months$/, 'every 4 months'],
];

/** The frequency a prescription's text means ('Weekly', 'BID'), or null if it is not in the catalog. */
export function parseFrequency(text: string): Frequency | null {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return FREQUENCY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? (isFrequency(words) ? words : null);
}

const ROUTE_WORDS: readonly (readonly [RegExp, Route])[] = [
  [/^(im|i\.m\.|intramuscular(ly)?)( injection)?$/, 'intramuscular'],
  [/^(sc|sq|sub-?q|s\.c\.|sub-?cut|subcutaneous(ly)?)( injection| implant)?$/, 'subcutaneous'],
  [/^(topical(ly)?|transdermal(ly)?|on (the )?skin)$/, 'topical'],
  [/^(po|p\.o\.|oral(ly)?|by mouth)$/, 'oral'],
  [/^((intra)?nasal(ly)?|in(to)? (each|the) nostrils?)$/, 'nasal'],
];

/** The route a prescription's text means ('IM', 'By mouth'), or null if it is not in the catalog. */
export function parseRoute(text: string): Route | null {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  return ROUTE_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}
