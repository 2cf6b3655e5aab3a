import { CODES, CONDITION_CODES, SYSTEM } from '#common/fhir-codes/codes.js';
import { fieldByName, type FieldName } from '#common/intake/index.js';
import { WITHDRAWN } from './laboratory.js';
import { claim, leftOut, notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';

const CONDITIONS = Object.entries(CONDITION_CODES) as [
  keyof typeof CONDITION_CODES & FieldName,
  (typeof CONDITION_CODES)[keyof typeof CONDITION_CODES],
][];
const PAST = ['inactive', 'remission', 'resolved'];
const UNSURE = ['provisional', 'differential'];
const ORDERED = ['', 'order', 'original-order', 'reflex-order', 'filler-order', 'instance-order'];
const NOT_TAKEN = ['completed', 'stopped', 'not-taken', 'ended'];
const TAKEN = ['active', 'on-hold', 'unknown', 'intended'];

/** Whatever the system and the words say: a status in another system is a status all the same. */
const saidIn = (resource: Part, element: string): string[] => [
  ...resource.allCodes(element),
  resource.words(element).toLowerCase(),
];
const isWithdrawn = (resource: Part): boolean =>
  [resource.text('status'), ...saidIn(resource, 'verificationStatus')].some((said) =>
    WITHDRAWN.includes(said),
  );

const statusOf = (resource: Part): string =>
  [
    saidIn(resource, 'clinicalStatus').find((said) => PAST.includes(said)),
    saidIn(resource, 'verificationStatus').find((said) => UNSURE.includes(said)),
  ]
    .filter(Boolean)
    .join(', ');
const withStatus = (text: string, status: string): string => (status ? `${text} (${status})` : text);

/** A question of the intake by its code, or by the question's own words; any other condition is kept in words. */
export function readCondition(condition: Part): Outcome {
  if (isWithdrawn(condition)) return leftOut('withdrawn');
  const text = condition.words('code');
  const codes = condition.codes('code', SYSTEM.snomed);
  const asked = CONDITIONS.filter(([field, code]) =>
    code ? codes.includes(code.code) : text === fieldByName(field).label,
  );
  const note = condition
    .each('note')
    .map((one) => one.text('text'))
    .filter(Boolean)
    .join(' ');
  const status = statusOf(condition);
  if (asked.length)
    return claim('history', {
      ...Object.fromEntries(asked.map(([field]) => [field, true])),
      ...((note || status) && { other_conditions: withStatus(note ? `${text}: ${note}` : text, status) }),
    });
  if (!text) return notUnderstood('code', condition.shown('code'), 'no_text');
  return claim('words', { other_conditions: withStatus(note ? `${text}: ${note}` : text, status) });
}

/** In the words of the file: nothing of an allergy is left out. */
export function readAllergy(allergy: Part): Outcome {
  if (isWithdrawn(allergy)) return leftOut('withdrawn');
  const none = allergy.codes('code', SYSTEM.snomed).includes(CODES.noKnownAllergy.code);
  const text = allergy.words('code') || (none ? 'None' : '');
  if (!text) return notUnderstood('code', allergy.shown('code'), 'no_text');
  const reactions = allergy
    .each('reaction')
    .flatMap((reaction) => [
      reaction.text('description'),
      ...reaction
        .each('manifestation')
        .map((one) => one.text('text') || (one.each('coding')[0]?.text('display') ?? '')),
    ])
    .filter(Boolean);
  const severe = allergy.text('criticality') === 'high' ? ['high risk'] : [];
  const notes = allergy
    .each('note')
    .map((one) => one.text('text'))
    .filter(Boolean);
  const more = [...new Set([...reactions, ...severe, ...notes])].join(', ');
  return claim('words', {
    allergies: withStatus(more ? `${text}: ${more}` : text, statusOf(allergy)),
  });
}

/** What a medicine is called: here, or in the resource that it refers to. */
function medicineOf(resource: Part, find: (reference: string) => Part | undefined): string {
  const own = resource.words('medicationCodeableConcept');
  const [elsewhere] = resource.references('medicationReference');
  return own || ((elsewhere && find(elsewhere)?.words('code')) ?? '');
}

/** What is taken now, in the words of the file. */
function medicine(resource: Part, dosage: string, find: (reference: string) => Part | undefined): Outcome {
  if (isWithdrawn(resource)) return leftOut('withdrawn');
  const status = resource.text('status');
  if (NOT_TAKEN.includes(status)) return leftOut('not_taken_now');
  if (!TAKEN.includes(status)) return leftOut('not_final');
  const text = medicineOf(resource, find);
  if (!text) return notUnderstood('medication', resource.shown('medicationCodeableConcept'), 'no_text');
  const how = resource.each(dosage)[0]?.text('text') ?? '';
  return claim('words', { current_medications: [text, how].filter(Boolean).join(', ') });
}

export const readStatement = (statement: Part, find: (reference: string) => Part | undefined): Outcome =>
  medicine(statement, 'dosage', find);

/** A prescription of another clinic says what may be taken; it never becomes one here. */
export function readRequest(
  request: Part,
  find: (reference: string) => Part | undefined,
  hasForm: boolean,
): Outcome {
  if (isWithdrawn(request)) return leftOut('withdrawn');
  if (request.has('doNotPerform') && request.boolean('doNotPerform') !== false)
    return notUnderstood('doNotPerform', medicineOf(request, find), 'negated');
  if (hasForm) return leftOut('prescription');
  if (!ORDERED.includes(request.text('intent'))) return leftOut('proposed');
  return medicine(request, 'dosageInstruction', find);
}
