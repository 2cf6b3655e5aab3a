import { expect, it } from '@jest/globals';
import { mayEnter, type Area } from './access.js';

it.each([
  [['patient'], ['patient']],
  [['provider'], ['staff']],
  [['system_admin'], ['staff', 'admin']],
  [
    ['provider', 'patient'],
    ['patient', 'staff'],
  ],
  [['billing'], []],
  [[], []],
] as [string[], Area[]][])('%j may enter %j only', (roles, areas) => {
  const open = (['patient', 'staff', 'admin'] as const).filter((area) => mayEnter(roles, area));
  expect(open).toEqual(areas);
});
