import type { RetentionRule } from '#common/api/index.js';

export const GRACE_DAYS = 30;
export const RECORD_YEARS = 10;
export const EMAIL_DAYS = 365;
export const WEBHOOK_MESSAGE_DAYS = 30;
export const LAB_MESSAGE_DAYS = 365;

/** How long data is kept, and why. docs/retention.md has the same table; a test compares both. */
export const SCHEDULE: readonly RetentionRule[] = [
  {
    what: 'Patient records',
    kept: `${RECORD_YEARS} years after the last care or sign-in`,
    ends: 'erased',
    source: 'State medical record laws; 42 CFR 422.504(d) where Medicare Advantage pays',
  },
  {
    what: 'Accounts closed before any care',
    kept: '1 day after the account closes',
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
    kept: `${EMAIL_DAYS} days`,
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Messages to webhooks (ids only)',
    kept: `${WEBHOOK_MESSAGE_DAYS} days`,
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Exports for programs',
    kept: '1 day',
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Laboratory messages that came twice, or were discarded without a patient',
    kept: `${LAB_MESSAGE_DAYS} days`,
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Apps that a patient connected',
    kept: '30 days after they end; codes and tokens with them',
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Assistant conversations',
    kept: '90 days',
    ends: 'deleted',
    source: 'No law asks for them',
  },
  {
    what: 'Sign-in sessions and links',
    kept: '30 days after they end',
    ends: 'deleted',
    source: 'No law asks for them',
  },
];
