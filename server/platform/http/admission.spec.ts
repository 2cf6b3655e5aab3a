import { describe, expect, it } from '@jest/globals';
import { hasRoom, shareOf } from './admission.js';

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
});
