import type { RetentionRule } from '#common/api/index.js';
import { KEPT_DAYS, inDays } from '../platform/time/kept-days.js';

export const GRACE_DAYS = 30;
export const RECORD_YEARS = 10;

/** How long data is kept, and why, as administrators see it. docs/retention.md has the same table; a test compares both. */
export const SCHEDULE: readonly RetentionRule[] = [
  {
    what: 'Patient records',
    kept: `${RECORD_YEARS} years after the last care or sign-in`,
    ends: 'erased',
    source: 'State medical record laws; 42 CFR 422.504(d) where Medicare Advantage pays',
  },
  {
    what: 'Accounts closed before any care',
    kept: `${inDays(KEPT_DAYS.accountsWithoutCare)} after the account closes`,
    ends: 'erased',
    source: 'No law asks for them',
  },
  {
    what: 'Prescriptions of controlled substances',
    kept: `With the patient record, ${RECORD_YEARS} years`,
    ends: 'erased',
    source: '21 CFR 1304.04(a) asks for 2 years, some states for more',
  },
  {
    what: 'Audit log',
    kept: 'Not deleted by the portal',
    ends: 'kept',
    source: '45 CFR 164.316(b)(2)(i) asks for 6 years',
  },
  {
    what: 'Copies of emails sent',
    kept: inDays(KEPT_DAYS.emails),
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Messages to webhooks (ids only)',
    kept: inDays(KEPT_DAYS.webhookMessages),
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Exports for programs',
    kept: inDays(KEPT_DAYS.exports),
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Laboratory messages that came twice, or were discarded without a patient',
    kept: inDays(KEPT_DAYS.labMessages),
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Apps that a patient connected',
    kept: `${inDays(KEPT_DAYS.endedApps)} after they end; codes and tokens with them`,
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Assistant conversations',
    kept: inDays(KEPT_DAYS.chats),
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Sign-in sessions and links',
    kept: `${inDays(KEPT_DAYS.endedSessions)} after they end`,
    ends: 'deleted',
    source: 'No law asks for them',
  },
];
