/** Every time an order passed rules: who, when, which, and why. */
import type { OrderOverride } from '#common/api/index.js';
import type { FieldCipher } from '../platform/crypto/field-cipher.js';

const place = (id: string): string => `prescriptions.override_history:${id}`;

export const sealHistory = (cipher: FieldCipher, id: string, history: readonly OrderOverride[]): string =>
  cipher.encryptJson(history, place(id));

/** The last passing of an order from before its history was kept. */
export interface LastOverride {
  override_reason: string | null;
  override_rules: string[];
  overridden_at: Date | null;
}

export function openHistory(
  cipher: FieldCipher,
  { id, stored }: { id: string; stored: string | null },
  { override_reason: reason, override_rules: rules, overridden_at: at }: LastOverride,
): OrderOverride[] {
  if (stored !== null) return cipher.decryptJson<OrderOverride[]>(stored, place(id));
  return reason === null ? [] : [{ at: at?.toISOString() ?? null, by: null, rules, reason }];
}

const ONE_ACT_MS = 10_000;

/** One act that passes rules twice, such as an approval that finds more of them, is one line. */
export function withPassing(history: readonly OrderOverride[], next: OrderOverride): OrderOverride[] {
  const last = history.at(-1);
  const age = Date.parse(next.at ?? '') - Date.parse(last?.at ?? '');
  if (!last || last.by !== next.by || last.reason !== next.reason || !(age < ONE_ACT_MS))
    return [...history, next];
  return [...history.slice(0, -1), { ...last, rules: [...new Set([...last.rules, ...next.rules])] }];
}
