declare global {
  interface Window {
    /** Set by whoever runs the portal; without it nothing is told to anybody. */
    TRT_ANALYTICS?: boolean;
  }
}

export const ANALYTICS_EVENT = 'trt:analytics';

/** What never leaves, under whatever longer key it stands: name, email, phone, address, dob. */
const PERSONAL = /name|e-?mail|phone|address|dob|birth/i;
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export type Facts = Record<string, unknown>;

function withoutPersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonal);
  if (typeof value === 'string') return value.replace(ID, ':id');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !PERSONAL.test(key))
      .map(([key, inner]) => [key, withoutPersonal(inner)]),
  );
}

/**
 * Tells the page itself what happened, as an event that a script of the portal's own origin may count. The portal sends
 * nothing anywhere, and its content security policy lets no other origin listen.
 */
export function track(action: string, facts: Facts = {}): void {
  if (window.TRT_ANALYTICS !== true) return;
  const detail = { action, facts: withoutPersonal(facts) as Facts };
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail }));
}
