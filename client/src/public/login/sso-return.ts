import type { MfaRequiredResponse, SsoRefusal } from '#common/api/index.js';
import { sso as words } from '../text/en/sso.js';

type SsoReturn =
  | { kind: 'second-step'; step: MfaRequiredResponse }
  | { kind: 'problem'; text: string }
  | null;

/** Base64url of JSON, as the server puts it after the #. */
function stepOf(packed: string): MfaRequiredResponse | null {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const step = JSON.parse(new TextDecoder().decode(bytes)) as Partial<MfaRequiredResponse> | null;
    return step?.mfa_required && step.session_id && step.session_token ? (step as MfaRequiredResponse) : null;
  } catch {
    return null;
  }
}

/** What the URL says after a visit to the organization's sign-in page. */
export function ssoReturn({ search, hash }: Pick<Location, 'search' | 'hash'>): SsoReturn {
  const [, packed] = hash.split('#second-step=');
  if (packed) {
    const step = stepOf(packed);
    return step ? { kind: 'second-step', step } : { kind: 'problem', text: words.badStep };
  }
  const refusal = new URLSearchParams(search).get('sso');
  if (refusal === null) return null;
  const known = Object.hasOwn(words.refusals, refusal) ? (refusal as SsoRefusal) : 'refused';
  return { kind: 'problem', text: words.refusals[known] };
}
