declare global {
  interface Window {
    /** Set by the portal's operator; without it no events are sent. */
    TRT_ANALYTICS?: boolean;
  }
}

export const ANALYTICS_EVENT = 'trt:analytics';

/** Never sent, under any longer key that contains them: name, email, phone, address, dob. */
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
 * Dispatches an event on the page, which a script from the portal's own origin may count. The portal sends
 * nothing anywhere, and its content security policy lets no other origin listen.
 */
export function track(action: string, facts: Facts = {}): void {
  if (window.TRT_ANALYTICS !== true) return;
  const detail = { action, facts: withoutPersonal(facts) as Facts };
  window.dispatchEvent(new CustomEvent(ANALYTICS_EVENT, { detail }));
}
