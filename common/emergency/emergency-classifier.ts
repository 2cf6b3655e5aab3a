import {
  DANGER_SLOTS,
  KIND_SLOTS,
  dangerFeatures,
  kindFeatures,
  slotOf,
  stretchesOf,
} from './emergency-features.js';
import { EMERGENCY_KINDS, type EmergencyKind } from './emergency-kinds.js';
import { BIAS, DANGER, DANGER_STEP, KINDS } from './emergency-weights.js';

/** Chosen on the curve in docs/assistant.md. */
export const DANGER_THRESHOLD = 1.05;

/** Two weights a byte, -7 to 7 each. */
function unpacked(base64: string): Int8Array {
  const bytes = atob(base64);
  const levels = new Int8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes.charCodeAt(i);
    levels[2 * i] = (byte >> 4) - 8;
    levels[2 * i + 1] = (byte & 15) - 8;
  }
  return levels;
}
let tables: { danger: Int8Array; kinds: Int8Array } | null = null;
const loaded = () => (tables ??= { danger: unpacked(DANGER), kinds: unpacked(KINDS) });

function sum(weights: Int8Array, features: readonly string[], slots: number, offset = 0): number {
  const found = new Set(features.map((feature) => slotOf(feature, slots)));
  let total = 0;
  for (const slot of found) total += weights[offset + slot]!;
  return total / Math.sqrt(found.size || 1);
}

const dangerScore = (words: readonly string[]): number =>
  BIAS + DANGER_STEP * sum(loaded().danger, dangerFeatures(words), DANGER_SLOTS);

function kindOf(words: readonly string[]): EmergencyKind {
  const features = kindFeatures(words);
  const scores = EMERGENCY_KINDS.map((_, i) => sum(loaded().kinds, features, KIND_SLOTS, i * KIND_SLOTS));
  return EMERGENCY_KINDS[scores.indexOf(Math.max(...scores))]!;
}

/** The kind of the most dangerous stretch of a text, or null when none is over the threshold. */
export function likelyKind(text: string, threshold = DANGER_THRESHOLD): EmergencyKind | null {
  let worst: { words: string[]; score: number } | null = null;
  for (const words of stretchesOf(text)) {
    const score = dangerScore(words);
    if (score > threshold && score > (worst?.score ?? -Infinity)) worst = { words, score };
  }
  return worst && kindOf(worst.words);
}
