import type { Role } from '#common/vocabulary/index.js';

export const DEMO_PASSWORD = 'Trt-demo-2026!pass';
export const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const FOUNDERS = 'Founders Clinic';
export const NORTH = 'North Clinic';
export const CLINIC_CONTACTS = {
  [FOUNDERS]: { phone: '212-555-0100', address: '12 Elm Street, New York, NY 10003' },
  [NORTH]: { phone: '518-555-0123', address: '80 Lake Road, Albany, NY 12207' },
} as const;

export interface DemoAccount {
  email: string;
  who: string;
  roles: Role[];
  organisation: typeof FOUNDERS | typeof NORTH | null;
  name: string | null;
  /** Laboratories need it on orders. */
  npi?: string;
  totp?: true;
}

/** The demo's accounts, first role first. */
export const DEMO_SIGN_INS: readonly DemoAccount[] = [
  {
    email: 'patient@demo.test',
    who: 'patient on treatment',
    roles: ['patient'],
    organisation: FOUNDERS,
    name: 'Marcus Bell',
  },
  {
    email: 'review@demo.test',
    who: 'patient whose plan waits for review',
    roles: ['patient'],
    organisation: FOUNDERS,
    name: 'Daniel Ortiz',
  },
  {
    email: 'new@demo.test',
    who: 'new patient, no intake yet',
    roles: ['patient'],
    organisation: FOUNDERS,
    name: null,
  },
  {
    email: 'provider@demo.test',
    who: 'provider',
    roles: ['provider'],
    organisation: FOUNDERS,
    name: 'Dr. Elena Rossi',
    npi: '1234567893',
  },
  {
    email: 'admin@demo.test',
    who: 'administrator of the whole system',
    roles: ['system_admin'],
    organisation: null,
    name: 'Ada Whitfield',
  },
  {
    email: 'orgadmin@demo.test',
    who: 'administrator of Founders Clinic',
    roles: ['system_admin'],
    organisation: FOUNDERS,
    name: 'Omar Haddad',
  },
  {
    email: 'multi@demo.test',
    who: 'provider, patient and administrator',
    roles: ['provider', 'patient', 'system_admin'],
    organisation: FOUNDERS,
    name: 'Dr. Sam Keller',
    npi: '1679576722',
  },
  {
    email: 'mfa@demo.test',
    who: `provider with authenticator ${DEMO_TOTP_SECRET}`,
    roles: ['provider'],
    organisation: FOUNDERS,
    name: 'Dr. Ines Novak',
    totp: true,
  },
  {
    email: 'expired@demo.test',
    who: 'provider whose licenses have expired',
    roles: ['provider'],
    organisation: FOUNDERS,
    name: 'Dr. Walter Quinn',
    npi: '1497258800',
  },
  {
    email: 'north@demo.test',
    who: 'provider of North Clinic',
    roles: ['provider'],
    organisation: NORTH,
    name: 'Dr. Paul Lindqvist',
    npi: '1538223458',
  },
  {
    email: 'northpatient@demo.test',
    who: 'patient of North Clinic',
    roles: ['patient'],
    organisation: NORTH,
    name: 'Greg Sanders',
  },
];

/** Where the demo's providers may prescribe, and for how many days from each start; the others have no license. */
export const DEMO_LICENSES: Readonly<Record<string, { states: readonly string[]; days: number }>> = {
  'provider@demo.test': { states: ['NY', 'NJ', 'CA', 'TX', 'FL'], days: 365 },
  'multi@demo.test': { states: ['NY', 'NJ', 'CA', 'TX', 'FL'], days: 365 },
  'north@demo.test': { states: ['NY', 'CT'], days: 365 },
  'expired@demo.test': { states: ['NY', 'NJ', 'CA', 'TX', 'FL'], days: -30 },
};

/** One patient lives where no demo provider is licensed, so that the refusal can be seen. */
export const UNLICENSED_STATE = { email: 'luis.moreno@demo.test', state: 'OR' };

export const DEMO_PHARMACY = {
  name: 'Elm Street Pharmacy',
  channel: 'fax',
  fax: '212-555-0131',
  phone: '212-555-0130',
  address: '14 Elm Street, New York, NY 10003',
} as const;

/** It takes orders on paper. */
export const DEMO_LABORATORY = {
  name: 'Riverside Diagnostics',
  sending_application: 'RIVERSIDE',
  sending_facility: 'RIVERSIDE LAB',
  receiving_facility: '',
  timezone: 'America/New_York',
  codes: {},
  account_number: 'FC-20417',
  address: '410 West 23rd Street, Suite 2, New York, NY 10011',
  phone: '555-0150',
  hours: 'Monday to Friday 6:30 a.m. to 3 p.m., Saturday 7 to 11 a.m. No appointment needed.',
};
