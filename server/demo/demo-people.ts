import type { Role } from '../../common/vocabulary/index.js';

export const DEMO_PASSWORD = 'Trt-demo-2026!pass';
export const DEMO_TOTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const FOUNDERS = 'Founders Clinic';
export const NORTH = 'North Clinic';

export interface DemoAccount {
  email: string;
  who: string;
  roles: Role[];
  organisation: typeof FOUNDERS | typeof NORTH | null;
  name: string | null;
  totp?: true;
}

/** The accounts of the demo, first role first. */
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
    email: 'north@demo.test',
    who: 'provider of North Clinic',
    roles: ['provider'],
    organisation: NORTH,
    name: 'Dr. Paul Lindqvist',
  },
  {
    email: 'northpatient@demo.test',
    who: 'patient of North Clinic',
    roles: ['patient'],
    organisation: NORTH,
    name: 'Greg Sanders',
  },
];

/** One patient lives where no provider of the demo is licensed, so that the refusal can be seen. */
export const UNLICENSED_STATE = { email: 'luis.moreno@demo.test', state: 'OR' };
