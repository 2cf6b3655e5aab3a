import { describe, expect, it } from '@jest/globals';
import { WAITING, WRITING } from '../access/account-budgets.js';
import { hasRoom, shareOf, WritesOfOne } from './admission.js';

describe('admission', () => {
  it.each([
    ['work', 99, 0, true],
    ['work', 100, 0, false],
    ['work', 49, 201, true],
    ['work', 50, 200, true],
    ['work', 50, 201, false],
    ['accounts', 59, 0, true],
    ['accounts', 60, 0, false],
    ['light', 99, 5000, true],
    ['light', 100, 0, false],
  ] as const)('%s with %i in flight and a lag of %i ms: %s', (share, inFlight, lagMs, room) => {
    expect(hasRoom(share, inFlight, lagMs)).toBe(room);
  });

  it.each([
    ['/api/trt/cases/:id', 'work'],
    ['/api/*', 'work'],
    ['/auth/login', 'accounts'],
    ['/files/export.zip', 'work'],
    ['/auth/me', 'light'],
    ['/auth/logout', 'light'],
    ['/api/system/status', null],
    ['/livez', null],
    ['/readyz', null],
    ['/', null],
    ['/assets/index.js', null],
    ['/trt/provider/cases', null],
  ])('%s belongs to %s', (path, share) => {
    expect(shareOf(path)).toBe(share);
  });

  it('lets in as many writes of one caller as its account may have, and one more for each that ends', () => {
    const writes = new WritesOfOne();
    const leave = Array.from({ length: WRITING + WAITING }, () => writes.enter('one'));
    expect(leave).not.toContain(null);
    expect(writes.enter('one')).toBeNull();
    expect(writes.enter('another')).not.toBeNull();
    leave[0]!();
    expect(writes.enter('one')).not.toBeNull();
    expect(writes.enter('one')).toBeNull();
  });
});
