import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failing, PENDING, unanswered } from './answers.js';
import { PATIENT, STAFF } from './one-pages.js';
import { closePage, openPage, SLOW } from './page.js';

/** Pages that are no lists: what they show, and what they say while it loads or when it cannot be loaded. */

const main = () => within(screen.getByRole('main'));
const FAILED = failing(500, { error: 'internal', message: 'Something went wrong.', detail: null });

afterEach(closePage);

describe.each([...PATIENT, ...STAFF])('$path as $as', ({ as, path, title, call, shows, worksWithout }) => {
  it('shows what was answered', async () => {
    openPage(path, { as });
    await waitFor(() => expect(main().getAllByText(shows).length).toBeGreaterThan(0), SLOW);
    expect(main().getByRole('heading', { level: 1 }).textContent).toMatch(title);
    expect(unanswered).toEqual([]);
  });
  if (!call) return;
  it('says that it is loading', async () => {
    openPage(path, { as, answers: { [call]: PENDING } });
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeTruthy(), SLOW);
    expect(main().queryByText(shows)).toBeNull();
  });
  if (worksWithout) return;
  it('says that loading failed, and offers to try again', async () => {
    openPage(path, { as, answers: { [call]: FAILED } });
    await waitFor(
      () => expect(main().getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0),
      SLOW,
    );
    expect(main().queryByText(shows)).toBeNull();
  });
});
