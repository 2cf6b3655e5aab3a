import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ANALYTICS_EVENT, track } from './analytics.js';

const heard: unknown[] = [];
const page = new EventTarget() as EventTarget & { TRT_ANALYTICS?: boolean };
page.addEventListener(ANALYTICS_EVENT, (event) => heard.push((event as CustomEvent).detail));

beforeEach(() => {
  heard.length = 0;
  Object.assign(globalThis, { window: page });
});
afterEach(() => {
  delete page.TRT_ANALYTICS;
});

it('sends nothing unless the global flag is true', () => {
  track('page_view', { path: '/' });
  Object.assign(page, { TRT_ANALYTICS: 'yes' });
  track('page_view', { path: '/' });
  expect(heard).toEqual([]);
});

it('drops name, email, phone, address and dob at any depth, and ids inside texts', () => {
  page.TRT_ANALYTICS = true;
  track('page_view', {
    path: '/trt/cases/0d6e2f3a-1111-4222-8333-444455556666/titration',
    name: 'A',
    fullName: 'A',
    email: 'a@b.c',
    phone: '555',
    mailing_address: 'Street',
    dob: '1980-01-01',
    nested: [{ patient_name: 'A', role: 'patient' }],
  });
  expect(heard).toEqual([
    {
      action: 'page_view',
      facts: { path: '/trt/cases/:id/titration', nested: [{ role: 'patient' }] },
    },
  ]);
});
