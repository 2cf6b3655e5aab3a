import { describe, expect, it } from '@jest/globals';
import { EMPTY_DRAFT, requestOf } from './sso-draft.js';

describe('requestOf', () => {
  it('splits the domains however they are separated', () => {
    const typed = { ...EMPTY_DRAFT, email_domains: ' clinic.example, north.example;\nsouth.example ' };
    expect(requestOf(typed, undefined).email_domains).toEqual([
      'clinic.example',
      'north.example',
      'south.example',
    ]);
  });

  it('leaves out a secret that was not typed, so that the stored one stays', () => {
    expect(requestOf(EMPTY_DRAFT, 3)).not.toHaveProperty('client_secret');
    expect(requestOf({ ...EMPTY_DRAFT, client_secret: 'new' }, 3)).toMatchObject({
      client_secret: 'new',
      version: 3,
    });
  });
});
