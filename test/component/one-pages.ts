import { caseOf, type Account } from './answers.js';

/** Pages that are no lists. */
export interface OnePage {
  as: Account;
  path: string;
  title: RegExp;
  /** The call it cannot do without; absent where the page is there without one. */
  call?: string;
  /** A form that is kept in the browser, and opens there. */
  worksWithout?: boolean;
  /** Something that only the answer can have put there. */
  shows: RegExp;
}

export const PATIENT: readonly OnePage[] = [
  { as: 'patient', path: '/trt/patient', title: /My plan/, call: '/api/trt/dashboard', shows: /^Next dose/ },
  { as: 'new', path: '/trt/patient', title: /My plan/, call: '/api/trt/dashboard', shows: /intake/i },
  {
    as: 'patient',
    path: '/trt/patient/prescriptions',
    title: /My prescriptions/,
    call: '/api/prescriptions',
    shows: /cypionate/i,
  },
  {
    as: 'patient',
    path: '/trt/patient/profile',
    title: /Profile/,
    call: '/api/patient/profile',
    shows: /Marcus/,
  },
  {
    as: 'new',
    path: '/trt/patient/intake',
    title: /^Section 1 of 10/,
    call: '/api/trt/intake',
    shows: /^Full name/,
    worksWithout: true,
  },
  {
    as: 'patient',
    path: '/trt/patient/safety-check',
    title: /Safety check/,
    call: '/api/safety-checks',
    shows: /^Send|state are you in/,
  },
  {
    as: 'patient',
    path: '/trt/patient/lab-visit',
    title: /lab visit/i,
    call: '/api/lab-orders',
    shows: /Riverside/,
  },
  { as: 'patient', path: '/trt/patient/refill', title: /refill/i, call: '/api/supply', shows: /cypionate/i },
  { as: 'patient', path: '/trt/patient/doses', title: /doses/i, call: '/api/doses', shows: /80 mg/ },
  {
    as: 'patient',
    path: '/trt/patient/treatment',
    title: /treatment/i,
    call: '/api/trt/timeline',
    shows: /^Total testosterone/,
  },
  {
    as: 'patient',
    path: '/trt/patient/education',
    title: /Before you start/,
    call: '/api/trt/education',
    shows: /injection/i,
  },
  { as: 'patient', path: '/trt/patient/progress', title: /Progress/, call: '/api/progress', shows: /ng\/dL/ },
  {
    as: 'patient',
    path: '/trt/patient/appointments',
    title: /Appointments/,
    call: '/api/appointments',
    shows: /[AP]M E[DS]T/,
  },
  {
    as: 'patient',
    path: '/trt/patient/messages',
    title: /Messages/,
    call: '/api/messages',
    shows: /Traveling next month/,
  },
  {
    as: 'patient',
    path: '/trt/patient/apps',
    title: /Connected apps/,
    call: '/api/patient/apps',
    shows: /^No app reads your record/,
  },
];

const CASE = caseOf('Paul Drake');
export const STAFF: readonly OnePage[] = [
  {
    as: 'provider',
    path: `/trt/cases/${CASE}`,
    title: /Paul Drake/,
    call: `/api/trt/cases/${CASE}/detail`,
    shows: /^Hct|Hematocrit/,
  },
  {
    as: 'provider',
    path: `/trt/cases/${CASE}/titration`,
    title: /Adjust plan/,
    call: `/api/trt/cases/${CASE}/detail`,
    shows: /^Dose/,
  },
  {
    as: 'provider',
    path: `/trt/cases/${CASE}/prescriptions`,
    title: /Prescriptions/,
    call: `/api/trt/cases/${CASE}/detail`,
    shows: /cypionate/i,
  },
  { as: 'provider', path: '/account/licenses', title: /Licenses/, shows: /New York/ },
  {
    as: 'admin',
    path: '/admin',
    title: /Program cockpit/,
    call: '/api/admin/overview',
    shows: /Active TRT cases/,
  },
  {
    as: 'admin',
    path: '/admin/completeness',
    title: /Monitoring completeness/,
    call: '/api/admin/completeness',
    shows: /^Hematocrit at three months/,
  },
  {
    as: 'admin',
    path: '/admin/retention',
    title: /Retention/,
    call: '/api/admin/retention',
    shows: /\d years?/,
  },
];
