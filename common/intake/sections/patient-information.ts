import { OUTSIDE_US, STATE_CODES } from '../../vocabulary/states.js';
import { choice, date, longText, text } from '../builders.js';
import { SEXES } from '../sex.js';
import type { SectionDefinition } from '../types.js';

export const patientInformation = {
  number: 1,
  title: 'Patient Information',
  intro: 'Who you are and how your care team can reach you.',
  neededFields: ['full_name', 'dob', 'phone', 'email'],
  groups: [
    {
      title: 'About you',
      fields: [
        text('full_name', 'Full name', {
          required: true,
          autocomplete: 'name',
          hint: 'As it appears on your ID. The pharmacy needs it to match.',
        }),
        date('dob', 'Date of birth', {
          required: true,
          autocomplete: 'bday',
          hint: 'For example, 3 15 1982.',
        }),
        choice('sex_assigned_at_birth', 'Sex assigned at birth', [...SEXES], {
          since: 2,
          why: 'Doses, lab ranges and some risks depend on it.',
        }),
      ],
    },
    {
      title: 'How to reach you',
      fields: [
        text('phone', 'Phone', { required: true, format: 'phone', autocomplete: 'tel' }),
        text('email', 'Email', { required: true, format: 'email', autocomplete: 'email' }),
        choice('location_state', 'State you are in', [...STATE_CODES, OUTSIDE_US], {
          since: 2,
          hint: 'Where you are now. Your clinician needs a license there.',
        }),
        choice('preferred_contact', 'Preferred contact', ['phone', 'email', 'text']),
        longText('mailing_address', 'Mailing address', {
          autocomplete: 'street-address',
          hint: 'Where your medication would be sent.',
        }),
      ],
    },
    {
      title: 'Emergency contact',
      hint: 'Someone we may call if we are worried about you and cannot reach you.',
      fields: [
        text('emergency_contact_name', 'Emergency contact name'),
        text('emergency_contact_relationship', 'Emergency contact relationship', {
          hint: 'For example, wife, brother or friend.',
        }),
        text('emergency_contact_phone', 'Emergency contact phone', { format: 'phone' }),
      ],
    },
    {
      title: 'More about you',
      why: 'Work, home life and background help your clinician see the whole picture. Leave blank anything you would rather not say.',
      fields: [
        text('referral_source', 'How did you hear about us?'),
        text('occupation', 'Occupation', { autocomplete: 'organization-title' }),
        choice('marital_status', 'Marital status', ['single', 'married', 'divorced', 'widowed', 'other']),
        text('ethnicity', 'Ethnicity'),
        text('race', 'Race'),
      ],
    },
  ],
} as const satisfies SectionDefinition;
