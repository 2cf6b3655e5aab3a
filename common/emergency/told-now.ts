import type { FieldName } from '../intake/definition.js';
import { SENTENCE_END } from '../text/linear.js';

/** Questions about the past, about others, or about terms: there only current events count as an emergency. */
const TOLD: ReadonlySet<string> = new Set<FieldName>([
  'prior_testosterone_levels',
  'prostate_details',
  'cancer_type',
  'vte_details',
  'current_medications',
  'supplements',
  'hormone_use_details',
  'allergies',
  'sexual_activity_frequency',
  'morning_erections_frequency',
  'other_conditions',
  'surgeries',
  'hospitalizations_recent',
  'recent_illnesses',
  'family_other',
  'psychiatric_other',
]);

/** Words by which an answer about the past, others or a product tells of today. */
const NOW =
  /\b(now|right now|today|tonight|this (morning|afternoon|evening)|since (this|last night|yesterday)|at the moment|currently|ahora|hoy|anoche)\b/i;

const NUMBER = String.raw`(\d+|an?|half an|a few|few|a couple( of)?|couple( of)?|one|two|three|four|five|six|some)`;
const SHORT = '(min(ute)?s?|hours?|hrs?|days?)';
const RECENT = new RegExp(
  [
    String.raw`\bsince (mon|tues|wednes|thurs|fri|satur|sun)day`,
    String.raw`\b(since|for|for the (last|past)|in the (last|past)) ${NUMBER} (min(ute)?s?|hours?|hrs?)\b`,
    String.raw`\b(since|for the (last|past)|in the (last|past)) ${NUMBER} days?\b`,
    String.raw`\b${NUMBER} ${SHORT} ago\b|\byest\w{2,4}day\b|\blast night\b|\bthis week\b`,
    String.raw`\b(getting|gotten|becoming|keeps getting) (worse|stronger|bigger)\b|\bworsening\b`,
    String.raw`\bjust (now |took|taken|swallowed|drank|injected|started|began|woke)`,
    String.raw`\b(desde|hace) (ayer|hace|esta|(el )?(lunes|martes|miercoles|jueves|viernes|sabado|domingo)|(\d+|una?|unos|unas|dos|tres|media) (minutos?|horas?|dias?))\b|\bayer\b|\bempeora\w*|\bcada vez peor\b`,
  ].join('|'),
  'i',
);

/** What the writer feels while writing. */
const FEELS = new RegExp(
  [
    String.raw`\bmy (\w+ ){0,2}\w+ (is|are|feels?|hurts?|aches|droops?|won'?t|can'?t)\b`,
    String.raw`\bi (feel|can'?t|cannot|can not|think i)\b|\bi('m| am) (\w+ing|dizzy|faint|weak|numb|in)\b`,
    String.raw`(^|[.!?;,\n] *)(can'?t|cannot|can not|coughing|vomiting|throwing up|spitting|gasping|bleeding|choking|turning blue)\b`,
    String.raw`\bme (duele|cuesta|falta|aprieta|arde|siento)\b|\bestoy\b|\bno puedo\b`,
  ].join('|'),
  'i',
);
const SOMETIMES = /\b(when(ever)?|if|every ?time|sometimes|after (eating|taking)|cuando|siempre que)\b/i;

const OVER =
  /\b(19|20)\d\d\b|\b(years?|yrs?|months?|weeks?) (ago|back)\b|\blast (year|month|spring|summer|fall|autumn|winter)\b|\b(as a (kid|child|teen\w*)|in (college|high school)|resolved|ruled out|discharged|history of|status post)\b|\bhace (\w+ )?(a[nñ]os?|meses|semanas)\b/i;

/** Whether it tells of what happens now or happened in these days. */
function tellsOfNow(text: string): boolean {
  if (NOW.test(text)) return true;
  const sentences = text.split(SENTENCE_END).filter((sentence) => !OVER.test(sentence));
  return sentences.some(
    (sentence) => RECENT.test(sentence) || (FEELS.test(sentence) && !SOMETIMES.test(sentence)),
  );
}

/** Whether an answer in the intake is about today: of relatives, what they have happens to them. */
export function isCurrent(question: FieldName, text: string): boolean {
  if (!TOLD.has(question)) return true;
  return question === 'family_other' ? NOW.test(text) : tellsOfNow(text);
}
