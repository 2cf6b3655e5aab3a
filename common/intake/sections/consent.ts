import { consent, date, longText, when, yesNo } from '../builders.js';
import type { SectionDefinition } from '../types.js';

export const consentSection = {
  number: 10,
  title: 'Consent',
  intro: 'Read each statement. You can change your mind later; just tell us.',
  neededFields: [
    'consent_evaluation',
    'consent_labs',
    'consent_understand',
    'consent_disclosed',
    'psa_discussed',
    'consent_telemedicine',
    'consent_controlled',
    'signature_date',
  ],
  groups: [
    {
      title: 'Evaluation and treatment',
      fields: [
        consent(
          'consent_evaluation',
          'Consent to evaluation',
          'Licensed clinicians of this program may review my answers, records and lab results to decide whether treatment is right for me.',
        ),
        consent(
          'consent_labs',
          'Consent to lab testing',
          'I agree to have the blood tests my clinician orders before and during treatment.',
        ),
        consent(
          'consent_understand',
          'I understand the risks and benefits',
          'Testosterone can lower sperm count, thicken the blood, raise blood pressure and change the prostate test. It does not help every man.',
        ),
        consent(
          'consent_disclosed',
          'I have disclosed my full history',
          'What I have written here is true and complete, as far as I know.',
        ),
      ],
    },
    {
      title: 'PSA testing',
      why: 'PSA is a blood test for the prostate. It can find cancer early, and it can also raise a false alarm. That is why we ask instead of just testing.',
      fields: [
        yesNo('psa_discussed', 'PSA testing was discussed with me', {
          required: true,
          hint: 'Choose No if you want to talk about it first.',
        }),
        yesNo('psa_agreed', 'I agree to PSA testing', { showIf: when('psa_discussed', true) }),
        longText('psa_decline_reason', 'Why do you decline PSA testing?', {
          showIf: when('psa_agreed', false),
        }),
      ],
    },
    {
      title: 'Telemedicine and controlled medicine',
      fields: [
        consent(
          'consent_telemedicine',
          'Consent to telemedicine',
          'My care may take place by video, phone and messages. Some questions need a visit in person.',
        ),
        consent(
          'consent_controlled',
          'Controlled-substance agreement',
          'Testosterone is a federally controlled medicine. I will use it only as prescribed, keep it locked away, and never share or sell it.',
        ),
      ],
    },
    {
      title: 'Signature',
      fields: [
        date('signature_date', 'Signature date', {
          required: true,
          hint: 'The day you sign, usually today.',
        }),
      ],
    },
  ],
} as const satisfies SectionDefinition;
