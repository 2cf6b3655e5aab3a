import { describe, expect, it } from '@jest/globals';
import type { Actor } from '../platform/access/actor.js';
import { withoutOtherStaff } from '../platform/access/provider-only.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { ActingClinician } from './acting-clinician.service.js';
import type { Prescriptions } from './prescriptions.service.js';

const known = { facts: {} } as CaseFacts;
const signing = { signedBy: () => Promise.reject(new Error('judged')) } as unknown as Prescriptions;
const acting = new ActingClinician(signing);
const actor = (...roles: string[]) => ({ roles }) as unknown as Actor;

describe('who acts under a license', () => {
  it.each([[['provider']], [['system_admin', 'provider']]])('judges %j', async (roles) => {
    await expect(acting.judged(actor(...roles), known)).rejects.toThrow('judged');
    await expect(acting.askedOfPlan(actor(...roles), known)).rejects.toThrow('judged');
  });

  it('judges no administrator, who signs nothing', async () => {
    expect(await acting.judged(actor('system_admin'), known)).toEqual({ keys: [], known });
    expect(await acting.askedOfPlan(actor('system_admin'), known)).toEqual([]);
  });

  it.each([[['medical_assistant']], [['system_admin', 'medical_assistant']], [[]]])(
    'lets no one act in a role that was not decided: %j',
    async (roles) => {
      await expect(acting.assertMayAct(actor(...roles), known)).rejects.toThrow('is not decided');
      await expect(acting.askedOfPlan(actor(...roles), known)).rejects.toThrow('is not decided');
    },
  );

  it('keeps any role but providers from clinical acts where a clinic wants providers for them', () => {
    const roles = ['provider', 'system_admin', 'medical_assistant', 'patient'] as Parameters<
      typeof withoutOtherStaff
    >[0];
    expect(withoutOtherStaff(roles)).toEqual(['provider', 'patient']);
  });
});
