import { validationFailed } from '../../platform/errors/errors.js';
import { Part } from './part.js';
import { TEXT } from '../text/en.js';

const MOST_ENTRIES = 10_000;
const TYPES = ['collection', 'searchset', 'document', 'transaction', 'batch'];

/** A resource of the file. */
export interface Entry {
  type: string;
  /** Type and id, or its place. */
  name: string;
  /** Its fullUrl; '' where there is none. */
  url: string;
  resource: Part;
  /** An extension in it that may change what it says; null where there is none. */
  modifier: string | null;
}

export interface OpenedBundle {
  patient: Entry;
  /** All others. */
  entries: readonly Entry[];
  /** Entries that hold none, by their place. */
  empty: readonly string[];
  find: (reference: string) => Entry | undefined;
}

const wrong = (message: string) => validationFailed({ bundle: message }, message);

/** NUL and halves of surrogate pairs cannot be stored. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isStorable);
}

/** The references that make one resource part of another or come from it: there, a circle makes no sense. */
const PARTS = ['hasMember', 'derivedFrom', 'partOf', 'basedOn', 'replaces', 'priorPrescription', 'result'];

function assertNoCircle(entries: readonly Entry[], find: OpenedBundle['find']): void {
  const done = new Set<Entry>();
  for (const first of entries) {
    const path: { entry: Entry; next: Entry[] }[] = [];
    const open = new Set<Entry>();
    const enter = (entry: Entry): void => {
      const next = PARTS.flatMap((part) => entry.resource.references(part)).flatMap((one) => find(one) ?? []);
      path.push({ entry, next });
      open.add(entry);
    };
    if (!done.has(first)) enter(first);
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const next = last.next.pop();
      if (!next) {
        done.add(last.entry);
        open.delete(last.entry);
        path.pop();
        continue;
      }
      if (open.has(next)) {
        const circle = path.slice(path.findIndex(({ entry }) => entry === next));
        const names = [...circle.map(({ entry }) => entry.name), next.name];
        throw wrong(TEXT.resourcesReferToEachOther(names.slice(0, 6).join(', ')));
      }
      if (!done.has(next)) enter(next);
    }
  }
}

/** Everything that says whose it is must mean the patient of the file. */
function assertOfPatient(entries: readonly Entry[], patient: Entry, find: OpenedBundle['find']): void {
  for (const { name, resource } of entries)
    for (const said of ['subject', 'patient'].flatMap((key) => resource.references(key)))
      if (find(said) !== patient) throw wrong(TEXT.notOfPatientOfFile(name, said.slice(0, 100)));
}

function entriesOf(bundle: Part): { entries: Entry[]; empty: string[]; index: Map<string, Entry> } {
  const entries: Entry[] = [];
  const empty: string[] = [];
  const index = new Map<string, Entry>();
  for (const [n, one] of bundle.each('entry').entries()) {
    const resource = one.at('resource');
    const type = resource.text('resourceType');
    if (!type) {
      empty.push(`entry[${n}]`);
      continue;
    }
    const id = resource.text('id');
    const url = one.text('fullUrl');
    const name = id ? `${type}/${id}` : `${type} in entry[${n}]`;
    const rules = resource.text('implicitRules');
    const entry = { type, name, url, resource, modifier: rules || one.modifier };
    entries.push(entry);
    if (id) index.set(`${type}/${id}`, entry);
    if (url) index.set(url, entry);
  }
  return { entries, empty, index };
}

const LONGEST_REFERENCE = 500;
const ADDRESS = /^https?:/;
const NAME = /([A-Z][A-Za-z]+\/[A-Za-z0-9.-]+)$/;

/** An address is a resource only as its fullUrl: on another server it is another one, whatever its id. */
const finder =
  (index: ReadonlyMap<string, Entry>) =>
  (reference: string): Entry | undefined => {
    if (reference.length > LONGEST_REFERENCE) return undefined;
    const plain = reference.replace(/\/_history\/[^/]+$/, '');
    const exact = index.get(plain);
    return exact || ADDRESS.test(plain) ? exact : index.get(NAME.exec(plain)?.[1] ?? '');
  };

const ADDED = ['POST', 'PUT'];

/** A file that takes something away, or is only a part, is no record. */
function assertWhole(bundle: Part): void {
  const entries = bundle.each('entry');
  const other = entries.findIndex((one) => {
    const method = one.at('request').text('method');
    return method !== '' && !ADDED.includes(method);
  });
  if (other >= 0) throw wrong(`entry[${other}] is no resource to add: its request is not a POST or PUT.`);
  const found = entries.filter((one) => !['include', 'outcome'].includes(one.at('search').text('mode')));
  const total = bundle.text('type') === 'searchset' ? (bundle.number('total') ?? 0) : 0;
  if (total > found.length) throw wrong(TEXT.searchFoundResourcesAndFile(total, found.length));
}

/** Opens a file with one patient's record, or says what is wrong with it as a whole. */
export function openBundle(sent: unknown): OpenedBundle {
  const bundle = new Part(sent);
  const type = bundle.text('resourceType');
  if (type !== 'Bundle') throw wrong(type ? TEXT.notFhirBundle(type.slice(0, 100)) : TEXT.notFhirBundle2);
  if (!TYPES.includes(bundle.text('type'))) throw wrong(TEXT.bundleOfTypeNoRecord(TYPES.join(', ')));
  if (bundle.each('link').some((link) => link.text('relation') === 'next'))
    throw wrong(TEXT.onePageOfSeveral);
  if (bundle.each('entry').length > MOST_ENTRIES) throw wrong(TEXT.bundleMoreThanEntries(MOST_ENTRIES));
  if (!isStorable(sent)) throw wrong(TEXT.fileHoldsCharacterCannotStored);
  assertWhole(bundle);
  const { entries, empty, index } = entriesOf(bundle);
  const [patient, second] = entries.filter((entry) => entry.type === 'Patient');
  if (!patient) throw wrong(TEXT.fileNoPatient);
  if (second) throw wrong(TEXT.fileSeveralPatients);
  if (patient.modifier !== null)
    throw wrong(TEXT.patientOfFileModifierNotKnown(patient.modifier.slice(0, 100)));
  const find = finder(index);
  const others = entries.filter((entry) => entry !== patient);
  assertOfPatient(others, patient, find);
  assertNoCircle(others, find);
  return { patient, entries: others, empty, find };
}
