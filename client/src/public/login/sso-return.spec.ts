import { describe, expect, it } from '@jest/globals';
import { sso as words } from '../text/en/sso.js';
import { ssoReturn } from './sso-return.js';

const STEP = {
  mfa_required: true,
  session_id: 's',
  session_token: 't',
  methods: ['totp'],
  email: 'josé@demo.test',
};
const hashOf = (value: unknown): string =>
  `#second-step=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

describe('ssoReturn', () => {
  it('says nothing on a plain visit', () => {
    expect(ssoReturn({ search: '', hash: '' })).toBeNull();
    expect(ssoReturn({ search: '?x=1', hash: '#main' })).toBeNull();
  });

  it('opens the second step that the server encoded', () => {
    expect(ssoReturn({ search: '', hash: hashOf(STEP) })).toEqual({ kind: 'second-step', step: STEP });
  });

  it.each(['#second-step=%%%', hashOf(null), hashOf({ mfa_required: true }), hashOf('text')])(
    'asks to start again after %s',
    (hash) => expect(ssoReturn({ search: '', hash })).toEqual({ kind: 'problem', text: words.badStep }),
  );

  it('has a message for every refusal, and the most cautious one for an unknown refusal', () => {
    for (const refusal of ['refused', 'expired', 'unavailable'] as const)
      expect(ssoReturn({ search: `?sso=${refusal}`, hash: '' })).toEqual({
        kind: 'problem',
        text: words.refusals[refusal],
      });
    expect(ssoReturn({ search: '?sso=toString', hash: '' })).toEqual({
      kind: 'problem',
      text: words.refusals.refused,
    });
  });
});
