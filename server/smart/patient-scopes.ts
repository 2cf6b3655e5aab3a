import { APP_GROUPS, type AppGroup } from '#common/api/patient-apps.js';
import { RESOURCES } from '../fhir/resources/index.js';
import { resourceScopes } from './system-scopes.js';

const LAUNCH = 'launch/patient';
const OFFLINE = 'offline_access';

/** The group of each type of resource. */
const GROUP_OF: ReadonlyMap<string, AppGroup> = new Map(
  RESOURCES.flatMap(({ type, scope }) => {
    const group = APP_GROUPS.find((one) => scope === `${one}.read`);
    return group ? [[type as string, group] as const] : [];
  }),
);
const ALL_TYPES: readonly string[] = [...GROUP_OF.keys()];

export const groupsOf = (types: readonly string[]): AppGroup[] =>
  APP_GROUPS.filter((group) => types.some((type) => GROUP_OF.get(type) === group));

export interface AskedOfPatient {
  /** The types of resources that the app asks to read. */
  types: string[];
  offline: boolean;
}

export function askedOfPatient(text: string): AskedOfPatient {
  const asked = resourceScopes(text, 'patient');
  const all = asked.some(({ type }) => type === '*');
  return {
    types: ALL_TYPES.filter((type) => all || asked.some((one) => one.type === type)),
    offline: text.split(' ').includes(OFFLINE),
  };
}

/** What an app asks for when it renews, within what it was given; null: more than that, or nothing. */
export function narrowed(
  given: { types: readonly string[]; scope: string },
  text: string,
): { types: string[]; scope: string } | null {
  const words = text.split(' ').filter(Boolean);
  const all = given.scope.split(' ');
  const isGiven = (word: string): boolean =>
    all.includes(word) || resourceScopes(word, 'patient').some(({ type }) => given.types.includes(type));
  const types = askedOfPatient(text).types.filter((type) => given.types.includes(type));
  return types.length > 0 && words.every(isGiven) ? { types, scope: words.join(' ') } : null;
}

/** What the app gets of what it asked for, as the patient decided. */
export function grantedByPatient(
  text: string,
  groups: readonly AppGroup[],
): { types: string[]; scope: string } {
  const asked = resourceScopes(text, 'patient');
  const types = askedOfPatient(text).types.filter((type) => groups.includes(GROUP_OF.get(type)!));
  const all = asked.find(({ type }) => type === '*');
  const { verb } = all ?? asked[0]!;
  const read =
    all && types.length === ALL_TYPES.length
      ? [`patient/*.${verb}`]
      : types.map((type) => `patient/${type}.${verb}`);
  const words = text.split(' ').filter((word) => word === LAUNCH || word === OFFLINE);
  return { types, scope: [...new Set([...words, ...read])].join(' ') };
}
