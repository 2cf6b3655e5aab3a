import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, PENDING, unanswered, type Account, type Answers } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';
import {
  API_KEY,
  PATIENT_APP,
  DELIVERY,
  LAB_CONNECTION,
  LAB_MESSAGE,
  LAB_ORDER,
  LAB_REPORT,
  MAIL,
  REFILL,
  WEBHOOK,
  PHARMACY,
} from './samples.js';

interface ListPage {
  path: string;
  /** The call that its rows come from, and their name in the answer. */
  call: string;
  rows: string;
  title: string;
  empty: string;
  /** Rows of a table, where it is not a list of another kind. */
  each?: 'listitem';
  /** A row, where the demo clinic has none. */
  sample?: object;
  /** What it shows in an outage; absent where nothing is kept. */
  stale?: string;
  /** What can be done with a row, and not in an outage. */
  act?: RegExp;
}

const PROVIDER: readonly ListPage[] = [
  {
    path: '/trt/provider/cases',
    call: '/api/trt/cases',
    rows: 'items',
    title: 'Cases',
    empty: 'No cases found',
    stale: 'Showing fallback cases',
  },
  {
    path: '/trt/provider/patients',
    call: '/api/provider/patients',
    rows: 'patients',
    title: 'Patients',
    empty: 'No patients yet',
  },
  {
    path: '/trt/provider/labs',
    call: '/api/labs',
    rows: 'labs',
    title: 'Labs',
    empty: 'Nothing to review',
    stale: 'Showing fallback labs',
    act: /^Review /,
  },
  {
    path: '/trt/provider/lab-reports',
    call: '/api/trt/lab-reports',
    rows: 'lab_reports',
    title: 'Lab reports from patients',
    empty: 'No reports to enter',
    sample: LAB_REPORT,
    stale: 'Showing fallback lab reports',
  },
  {
    path: '/trt/provider/lab-messages',
    call: '/api/lab-messages',
    rows: 'lab_messages',
    title: 'Results from laboratories',
    empty: 'Nothing waits',
    sample: LAB_MESSAGE,
    stale: 'Showing fallback messages',
  },
  {
    path: '/trt/provider/lab-orders',
    call: '/api/trt/lab-orders',
    rows: 'lab_orders',
    title: 'Lab orders',
    empty: 'No open orders',
    sample: LAB_ORDER,
    stale: 'Showing fallback lab orders',
  },
  {
    path: '/trt/provider/refills',
    call: '/api/trt/refill-requests',
    rows: 'refill_requests',
    title: 'Refill requests',
    empty: 'No refill requests here',
    sample: REFILL,
    stale: 'Showing fallback refill requests',
    act: /^Decide on the refill for /,
  },
  {
    path: '/trt/provider/appointments',
    call: '/api/provider/appointments',
    rows: 'appointments',
    title: 'Appointments',
    empty: 'No open requests',
    stale: 'Showing fallback appointments',
    act: /^Confirm|^Offer|^Schedule/,
  },
  {
    path: '/trt/provider/messages',
    call: '/api/provider/messages',
    rows: 'threads',
    title: 'Messages',
    empty: 'No one is waiting',
    stale: 'Showing fallback messages',
    each: 'listitem',
  },
  {
    path: '/trt/prescriptions',
    call: '/api/trt/prescriptions/all',
    rows: 'prescriptions',
    title: 'Prescriptions',
    empty: 'No prescriptions',
    stale: 'Showing fallback prescriptions',
  },
  {
    path: '/trt/provider/plan-review',
    call: '/api/trt/provider/pending-plans',
    rows: 'plans',
    title: 'Plan review',
    empty: 'No plans are waiting',
    stale: 'Showing fallback plans',
    act: /^Approve /,
  },
];
const ADMIN: readonly ListPage[] = [
  { path: '/admin/users', call: '/api/admin/users', rows: 'users', title: 'Users', empty: 'No users yet' },
  {
    path: '/admin/organisations',
    call: '/api/admin/organisations',
    rows: 'organisations',
    title: 'Organizations',
    empty: 'No organizations yet',
  },
  { path: '/admin/audit', call: '/api/admin/audit', rows: 'events', title: 'Audit log', empty: 'No records' },
  {
    path: '/admin/mails',
    call: '/api/admin/mails',
    rows: 'mails',
    title: 'Email log',
    empty: 'No emails yet',
    sample: MAIL,
  },
  {
    path: '/admin/articles',
    call: '/api/admin/articles',
    rows: 'articles',
    title: 'Articles',
    empty: 'No articles yet',
  },
  {
    path: '/admin/api-keys',
    call: '/api/admin/api-keys',
    rows: 'api_keys',
    title: 'API keys',
    empty: 'No API keys yet',
    sample: API_KEY,
  },
  {
    path: '/admin/patient-apps',
    call: '/api/admin/patient-apps',
    rows: 'patient_apps',
    title: 'Patient apps',
    empty: 'No patient apps yet',
    sample: PATIENT_APP,
  },
  {
    path: '/admin/webhooks',
    call: '/api/admin/webhooks',
    rows: 'webhooks',
    title: 'Webhooks',
    empty: 'No webhooks yet',
    sample: WEBHOOK,
  },
  {
    path: '/admin/lab-connections',
    call: '/api/admin/lab-connections',
    rows: 'lab_connections',
    title: 'Laboratories',
    empty: 'No laboratories yet',
    sample: LAB_CONNECTION,
  },
  {
    path: '/admin/pharmacies',
    call: '/api/admin/pharmacies',
    rows: 'pharmacies',
    title: 'Pharmacies',
    empty: 'No pharmacies yet',
    sample: PHARMACY,
  },
  {
    path: '/admin/webhook-deliveries',
    call: '/api/admin/webhook-deliveries',
    rows: 'deliveries',
    title: 'Webhook messages',
    empty: 'No messages yet',
    sample: DELIVERY,
  },
];

const main = () => within(screen.getByRole('main'));
const FAILED = failing(500, { error: 'internal', message: 'Something went wrong.', detail: null });
const HEADER = 1;
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

afterEach(closePage);

describe.each([
  ...PROVIDER.map((page) => ({ as: 'provider' as Account, ...page })),
  ...ADMIN.map((page) => ({ as: 'admin' as Account, ...page })),
])(
  '$path',
  ({ as, path, call, rows, title, empty, sample, stale, act, each }: ListPage & { as: Account }) => {
    const withRows = (all: object, more: object = {}) => ({
      ...all,
      ...(sample && { [rows]: [sample], total: 1 }),
      ...more,
    });
    const open = (answers: Answers) => openPage(path, { as, answers });

    const shown = () => main().getAllByRole(each ?? 'row').length - (each ? 0 : HEADER);

    const enabled = (name: RegExp) =>
      main()
        .queryAllByRole<HTMLButtonElement>('button', { name })
        .filter((button) => !button.disabled);

    it('shows its rows', async () => {
      open({ [call]: (all: object) => withRows(all) });
      await waitFor(() => expect(shown()).toBeGreaterThan(0), SLOW);
      expect(main().getByRole('heading', { level: 1 }).textContent).toContain(title);
      expect(main().queryByRole('alert')).toBeNull();
      if (act) expect(enabled(act).length).toBeGreaterThan(0);
      expect(unanswered).toEqual([]);
    });

    it('says that it is loading', async () => {
      open({ [call]: PENDING });
      await waitFor(() => expect(main().getByText(/^Loading/)).toBeTruthy(), SLOW);
      expect(main().queryByRole('table')).toBeNull();
      expect(document.body.textContent).not.toContain(empty);
    });

    it('says that loading failed, and offers to try again', async () => {
      open({ [call]: FAILED });
      await waitFor(() => expect(main().getByRole('button', { name: 'Try again' })).toBeTruthy(), SLOW);
      expect(main().getByRole('alert')).toBeTruthy();
      expect(document.body.textContent).not.toContain(empty);
    });

    it('says that there is nothing', async () => {
      open({ [call]: (all: object) => ({ ...all, [rows]: [], total: 0 }) });
      await waitFor(() => expect(main().getByText(empty)).toBeTruthy(), SLOW);
      expect(main().queryByRole('alert')).toBeNull();
    });

    if (stale)
      it('shows what was last read in an outage, and nothing that changes it', async () => {
        open({ [call]: (all: object) => withRows(all, { source: 'cache', as_of: AN_HOUR_AGO }) });
        await waitFor(() => expect(main().getByText(stale)).toBeTruthy(), SLOW);
        expect(shown()).toBeGreaterThan(0);
        if (act) expect(enabled(act)).toEqual([]);
      });
  },
);
