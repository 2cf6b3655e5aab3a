import type { KeyIdentity } from '../platform/access/actor.js';
import { RESOURCES } from '../fhir/resources/index.js';

/** `.rs` of SMART 2 and `.read` of SMART 1 say the same; of what else SMART 2 can ask for (`.cruds`), reading is given. */
const SCOPE = /^(system|patient)\/([A-Za-z]+|\*)\.(c?ru?d?s|read)$/;
const ALL = '*';

export interface AskedScope {
  context: string;
  /** A type of resource, or `*`. */
  type: string;
  /** As the client writes it, for reading alone: it is answered in the same way. */
  verb: 'rs' | 'read';
}

/** The scopes for resources in a request; others mean nothing here. */
export const resourceScopes = (text: string, context: 'system' | 'patient'): AskedScope[] =>
  text.split(' ').flatMap((one) => {
    const [, found, type, verb] = SCOPE.exec(one) ?? [];
    return found === context ? [{ context, type: type!, verb: verb === 'read' ? 'read' : 'rs' }] : [];
  });

export interface Granted {
  scope: string;
  /** null: whatever the key opens. */
  types: string[] | null;
}

/** What a program gets of what it asked for, never more than its administrator allowed; null: nothing. */
export function grantedToKey({ scopes }: KeyIdentity, text: string): Granted | null {
  const asked = resourceScopes(text, 'system');
  const all = asked.find(({ type }) => type === ALL);
  if (all && scopes.some((scope) => scope === 'fhir.read' || scope === 'fhir.export'))
    return { scope: `system/*.${all.verb}`, types: null };
  const types = RESOURCES.filter(({ scope }) => scopes.includes('fhir.read') || scopes.includes(scope))
    .map(({ type }) => type as string)
    .filter((type) => all || asked.some((one) => one.type === type));
  if (types.length === 0) return null;
  const verb = (all ?? asked[0]!).verb;
  return { scope: types.map((type) => `system/${type}.${verb}`).join(' '), types };
}
