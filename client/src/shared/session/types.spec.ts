import { describe, expect, it } from '@jest/globals';
import type { MeResponse } from '#common/api/index.js';
import { toSession } from './types.js';

const answer = (user: object, claims: object) => ({ user, claims }) as unknown as MeResponse;

describe('toSession', () => {
  it.each([
    ['a list', answer({ id: 'u' }, { roles: ['provider', 'patient'] })],
    ['a comma-separated string', answer({ id: 'u' }, { roles: 'provider, patient' })],
    ['the user', answer({ id: 'u', roles: ['provider', 'patient'] }, {})],
  ])('reads roles from %s, the first being active', (_name, me) => {
    expect(toSession(me)).toMatchObject({ role: 'provider', roles: ['provider', 'patient'] });
  });
  it('reads a single role, and none', () => {
    expect(toSession(answer({ user_id: 'u', role: 'patient' }, {}))).toMatchObject({
      userId: 'u',
      roles: ['patient'],
    });
    expect(toSession(answer({ id: 'u' }, {}))).toMatchObject({ role: '', roles: [] });
  });
  it.each([
    [{ email_verified: true }, true],
    [{ emailVerified: true }, true],
    [{ email_verified_at: '2026-01-01T00:00:00Z' }, true],
    [{ email_verified: false }, false],
    [{ email_verified_at: null }, false],
  ])('knows whether the email is verified: %j', (user, verified) => {
    expect(toSession(answer({ id: 'u', ...user }, {})).emailVerified).toBe(verified);
  });
});
