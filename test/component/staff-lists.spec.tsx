import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { STAFF_RESOURCES } from '../../client/src/staff/data/resources.js';
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

interface Place {
  as: Account;
  path: string;
  /** The call that its rows come from, and their name in the answer. */
  call: string;
  rows: string;
}
interface ListPage {
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

/** Of each resource, its list. */
const LISTS: Readonly<Record<string, ListPage>> = {
  cases: { title: 'Cases', empty: 'No cases found', stale: 'Showing fallback cases' },
  patients: { title: 'Patients', empty: 'No patients yet' },
  labs: { title: 'Labs', empty: 'Nothing to review', stale: 'Showing fallback labs', act: /^Review / },
  'lab-reports': {
    title: 'Lab reports from patients',
    empty: 'No reports to enter',
    sample: LAB_REPORT,
    stale: 'Showing fallback lab reports',
  },
  'lab-messages': {
    title: 'Results from laboratories',
    empty: 'Nothing waits',
    sample: LAB_MESSAGE,
    stale: 'Showing fallback messages',
  },
  'lab-orders': {
    title: 'Lab orders',
    empty: 'No open orders',
    sample: LAB_ORDER,
    stale: 'Showing fallback lab orders',
  },
  refills: {
    title: 'Refill requests',
    empty: 'No refill requests here',
    sample: REFILL,
    stale: 'Showing fallback refill requests',
    act: /^Decide on the refill for /,
  },
  appointments: {
    title: 'Appointments',
    empty: 'No open requests',
    stale: 'Showing fallback appointments',
    act: /^Confirm|^Offer|^Schedule/,
  },
  messages: {
    title: 'Messages',
    empty: 'No one is waiting',
    stale: 'Showing fallback messages',
    each: 'listitem',
  },
  prescriptions: {
    title: 'Prescriptions',
    empty: 'No prescriptions',
    stale: 'Showing fallback prescriptions',
  },
  users: { title: 'Users', empty: 'No users yet' },
  organisations: { title: 'Organizations', empty: 'No organizations yet' },
  audit: { title: 'Audit log', empty: 'No records' },
  mails: { title: 'Email log', empty: 'No emails yet', sample: MAIL },
  articles: { title: 'Articles', empty: 'No articles yet' },
  'api-keys': { title: 'API keys', empty: 'No API keys yet', sample: API_KEY },
  'patient-apps': { title: 'Patient apps', empty: 'No patient apps yet', sample: PATIENT_APP },
  webhooks: { title: 'Webhooks', empty: 'No webhooks yet', sample: WEBHOOK },
  'lab-connections': { title: 'Laboratories', empty: 'No laboratories yet', sample: LAB_CONNECTION },
  pharmacies: { title: 'Pharmacies', empty: 'No pharmacies yet', sample: PHARMACY },
  'webhook-deliveries': { title: 'Webhook messages', empty: 'No messages yet', sample: DELIVERY },
};
const PAGES: readonly (ListPage & Place)[] = [
  ...Object.entries(STAFF_RESOURCES).map(([resource, { area, list, path, rows }]) => ({
    as: area === 'admin' ? ('admin' as const) : ('provider' as const),
    path: list,
    call: `/api/${path}`,
    rows,
    ...LISTS[resource]!,
  })),
  {
    as: 'provider',
    path: '/trt/provider/plan-review',
    call: '/api/trt/provider/pending-plans',
    rows: 'plans',
    title: 'Plan review',
    empty: 'No plans are waiting',
    stale: 'Showing fallback plans',
    act: /^Approve /,
  },
];

const main = () => within(screen.getByRole('main'));
const FAILED = failing(500, { error: 'internal', message: 'Something went wrong.', detail: null });
const HEADER = 1;
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

afterEach(closePage);

it('opens the list of every resource, and of nothing else', () => {
  expect(Object.keys(LISTS).toSorted()).toEqual(Object.keys(STAFF_RESOURCES).toSorted());
});

describe.each(PAGES)(
  '$path',
  ({ as, path, call, rows, title, empty, sample, stale, act, each }: ListPage & Place) => {
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
