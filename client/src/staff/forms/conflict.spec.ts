import { describe, expect, it } from '@jest/globals';
import { ApiError, queryClient } from '../../shared/api/index.js';
import { sessionQuery, type Session } from '../../shared/session/index.js';
import { changedByReader, changedRecord, isConflict, whoChanged } from './conflict.js';

const conflict = (body: object) => new ApiError(409, 'version_conflict', 'x', { ...body });

describe('whoChanged', () => {
  it('names who made the change, and when', () => {
    const error = conflict({ changed_by: 'Amy Chen', changed_at: '2026-03-02T15:00:00Z' });
    expect(whoChanged(error, 'this plan')).toMatch(/^Amy Chen changed this plan on Mar 2, 2026, .+\.$/);
  });
  it('tells the reader of their own change', () => {
    queryClient.setQueryData(sessionQuery.queryKey, { displayName: 'Amy Chen', email: null } as Session);
    expect(whoChanged(conflict({ changed_by: 'Amy Chen' }), 'this plan')).toBe(
      'You changed this plan in another window.',
    );
    expect(
      ['Amy Chen', 'Omar Haddad', null].map((by) => changedByReader(conflict({ changed_by: by }))),
    ).toEqual([true, false, false]);
  });
  it('says "another user" where that is unknown', () => {
    expect(whoChanged(conflict({}), 'this plan')).toBe('This plan was changed by another user.');
    expect(whoChanged(new Error('x'), 'it')).toBe('It was changed by another user.');
  });
});

it('only a conflict says what is stored now', () => {
  const current = { version: 3 };
  expect(changedRecord(conflict({ current }))).toBe(current);
  expect(changedRecord(conflict({}))).toBeNull();
  expect(changedRecord(new ApiError(409, 'invalid_state', 'x', { current }))).toBeNull();
  expect([isConflict(conflict({})), isConflict(new Error('x'))]).toEqual([true, false]);
});
