/** The content of an event, in one order and one form, for its MAC and its place in the chain. */
export interface EventContent {
  at: Date;
  actor_id: string | null;
  actor_role: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  patient_id: string | null;
  org_id: string | null;
  outcome: string;
  request_id: string | null;
  ip: string | null;
  detail: Record<string, unknown> | null;
  /** Makes an event one of a kind, so that it cannot be written a second time; null in those of earlier releases. */
  nonce: string | null;
  /** Sorted; null where the event is about one patient or none. */
  patient_ids: string[] | null;
}

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}

export const canonicalEvent = (e: EventContent): string =>
  JSON.stringify([
    e.at.toISOString(),
    e.actor_id,
    e.actor_role,
    e.action,
    e.target_type,
    e.target_id,
    e.patient_id,
    e.org_id,
    e.outcome,
    e.request_id,
    e.ip,
    sorted(e.detail),
    ...(e.nonce ? [e.nonce] : []),
    ...(e.patient_ids ? [e.patient_ids] : []),
  ]);
