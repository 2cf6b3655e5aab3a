import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FhirResource, StructureDefinition } from 'fhir/r4.js';

export const US_CORE = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-';
const USCDI = 'http://hl7.org/fhir/us/core/StructureDefinition/uscdi-requirement';

/** The ids of the elements that ONC's certification asks for: must support, or required by USCDI. */
export function mustSupport(packageFolder: string, profile: string): string[] {
  const file = join(packageFolder, `StructureDefinition-us-core-${profile}.json`);
  const { snapshot } = JSON.parse(readFileSync(file, 'utf8')) as StructureDefinition;
  return snapshot!.element
    .filter(
      ({ mustSupport: must, extension }) =>
        must || extension?.some(({ url, valueBoolean }) => url === USCDI && valueBoolean),
    )
    .map(({ id }) => id!);
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const hasCode = (wanted: RegExp) => (value: unknown) => isNode(value) && wanted.test(JSON.stringify(value));

/** How an item of each slice is told; the others are told by the element alone. */
const SLICES: Readonly<Record<string, (value: unknown) => boolean>> = {
  NPI: hasCode(/us-npi/),
  systolic: hasCode(/"8480-6"/),
  diastolic: hasCode(/"8462-4"/),
  VSCat: hasCode(/"vital-signs"/),
  SocialHistory: hasCode(/"social-history"/),
  survey: hasCode(/"survey"/),
  LaboratorySlice: hasCode(/"LAB"/),
  AssessPlan: hasCode(/"assess-plan"/),
  ProvenanceAuthor: hasCode(/"author"/),
  ProvenanceTransmitter: hasCode(/"transmitter"/),
  'screening-assessment': hasCode(/us-core-category|"sdoh"|"functional-status"/),
};

/** `value[x]` is any key that begins with "value". */
function keysOf(node: Node, name: string): string[] {
  const stem = name.endsWith('[x]') ? name.slice(0, -3) : null;
  return Object.keys(node).filter((key) => (stem === null ? key === name : key.startsWith(stem)));
}

function found(nodes: readonly unknown[], [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return nodes.length > 0;
  const [name = '', slice] = step.split(':');
  if (name === 'extension') {
    const plain = (text: string): string => text.replaceAll('-', '').toLowerCase();
    const urls = nodes.flatMap((one) => (isNode(one) ? [one['extension'] ?? []].flat() : []));
    return urls.some((one) => slice && plain(String((one as Node)['url'])).endsWith(plain(slice)));
  }
  const next = nodes
    .flatMap((one) => (isNode(one) ? keysOf(one, name).flatMap((key) => [one[key]].flat()) : []))
    .filter((value) => SLICES[slice ?? '']?.(value) ?? true);
  return next.length > 0 && found(next, rest);
}

/** Whether a resource has an element, by its id in the profile. */
export const hasElement = (resource: FhirResource, id: string): boolean =>
  found([resource], id.split('.').slice(1));
