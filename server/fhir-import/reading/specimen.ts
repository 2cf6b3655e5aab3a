import { SPECIMEN_DOUBT } from '../../lab-messages/doubts.js';
import { isOtherSpecimen, isSoundCondition, otherThanBlood } from '../../lab-messages/specimens.js';
import type { Entry } from './bundle.js';
import { notUnderstood, type Outcome } from './outcome.js';
import type { Part } from './part.js';

const SOUND_STATUS = ['', 'available', 'unavailable'];

type Find = (reference: string) => Entry | undefined;

/** The Specimen that is referred to: within the resource itself, or in the file. */
function specimenAt(
  owner: Part,
  reference: string,
  find: Find,
): { resource: Part; modifier: string | null } | undefined {
  if (!reference.startsWith('#')) return find(reference);
  const resource = owner.each('contained').find((one) => `#${one.text('id')}` === reference);
  return resource && { resource, modifier: resource.modifier };
}

/** A type in codes and words; [] where none is said. */
function typeOf(specimen: Part): string[] {
  const concept = specimen.at('type');
  const coded = concept.each('coding').flatMap((one) => [one.text('code'), one.text('display')]);
  return [...coded, concept.text('text')].filter(Boolean);
}

function faultOf(specimen: Part): string | null {
  const other = otherThanBlood(typeOf(specimen));
  if (other) return other;
  const status = specimen.text('status');
  if (!SOUND_STATUS.includes(status)) return status;
  const conditions = specimen.each('condition').filter((one) => {
    const codes = one.each('coding').map((coding) => coding.text('code'));
    return codes.length === 0 || !codes.every(isSoundCondition);
  });
  const [bad] = conditions;
  if (bad)
    return (
      bad.text('text') ||
      bad.each('coding')[0]?.text('display') ||
      bad.each('coding')[0]?.text('code') ||
      'condition'
    );
  return (
    specimen
      .each('note')
      .map((one) => one.text('text'))
      .find((text) => SPECIMEN_DOUBT.test(text)) ?? null
  );
}

/** What speaks against the specimens of a result or report: anything but sound blood, or one that the file does not have. */
export function specimenFault(owner: Part, find: Find): Outcome | null {
  const list = owner.each('specimen');
  for (const said of list.length ? list : [owner.at('specimen')]) {
    const display = said.text('display');
    if (isOtherSpecimen(display) || SPECIMEN_DOUBT.test(display))
      return notUnderstood('specimen', display, 'specimen');
    const reference = said.text('reference');
    const specimen = reference ? specimenAt(owner, reference, find) : undefined;
    if (reference && !specimen && !display) return notUnderstood('specimen', reference, 'not_in_file');
    if (specimen && specimen.modifier !== null)
      return notUnderstood('specimen', specimen.modifier, 'modifier');
    const fault = specimen && faultOf(specimen.resource);
    if (fault) return notUnderstood('specimen', fault, 'specimen');
  }
  return null;
}

/** How the specimen is called. */
export function specimenName(observation: Part, find: Find): string {
  const said = observation.at('specimen');
  const reference = said.text('reference');
  return (
    said.text('display') ||
    ((reference && specimenAt(observation, reference, find)?.resource.words('type')) ?? '')
  );
}
