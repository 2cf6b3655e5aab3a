import { remembered } from '../text/remembered.js';
import { likelyKind } from './emergency-classifier.js';
import { withoutDenied } from './denied-symptoms.js';
import type { EmergencyDetector, EmergencyKind } from './emergency-kinds.js';
import {
  allKindsByPattern,
  emergencyKindsByPattern,
  withoutLostSupply,
  withoutOtherMeanings,
} from './emergency-patterns.js';
import { withoutSlowStream } from './everyday-trouble.js';
import { toldLongAgo } from './long-ago.js';
import { namedKind } from './named-kind.js';
import { isCurrent } from './told-now.js';

export * from './emergency-kinds.js';

function kindsIn(message: string): readonly EmergencyKind[] {
  const told = toldLongAgo(message);
  if (told?.comesBack) return allKindsByPattern(message);
  const remaining = told?.rest ?? message;
  const text = withoutDenied(remaining) ?? remaining;
  const found = emergencyKindsByPattern(text);
  if (found.length) return found;
  const likely = likelyKind(withoutSlowStream(withoutLostSupply(withoutOtherMeanings(text))));
  return likely ? [namedKind(text) ?? likely] : [];
}

const readKinds = remembered(kindsIn);

/** Every kind of emergency a text speaks of, the first to answer first: what patterns find, else what the classifier reads. */
export const emergencyKinds = (message: string): EmergencyKind[] => [...readKinds(message)];

export const emergencyDetector: EmergencyDetector = { kinds: emergencyKinds, isCurrent };

/** The emergency to answer, or null. The same on both sides, so that help shows without the server. */
export function detectEmergency(text: string): { kind: EmergencyKind } | null {
  const [kind] = emergencyKinds(text);
  return kind ? { kind } : null;
}
