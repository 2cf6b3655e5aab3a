import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { IntakeForm } from '../../common/api/index.js';
import { failing } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

/** Whoever signs answers that came with a record from another clinic is told so. */

beforeAll(() => import('../../client/src/patient/intake/IntakePage.js'));
afterEach(closePage);

const draft: IntakeForm = {
  id: '22222222-2222-4222-8222-222222222222',
  status: 'draft',
  version: 1,
  schema_version: 3,
  data: { allergies: 'Sesame oil' },
  saved_at: '2026-11-20T12:00:00Z',
  submitted_at: null,
  unsent_changes: null,
};
const SAYS = /^Some answers come from records that your clinic received on .*Nov\w* 20.*\. Check each one\.$/;
async function opened(change: Partial<IntakeForm>): Promise<void> {
  openPage('/trt/patient/intake?section=2', {
    as: 'patient',
    answers: { '/api/trt/intake': failing(200, { intake_form: { ...draft, ...change } }) },
  });
  await screen.findByRole('heading', { name: /^Section 2 of/ }, SLOW);
}

describe('an intake', () => {
  it('says on top that answers came from another clinic', async () => {
    await opened({ imported_at: '2026-11-20T17:00:00Z' });
    expect(await screen.findByText(SAYS, {}, SLOW)).not.toBeNull();
  });

  it('says nothing where the patient gave them all', async () => {
    await opened({});
    expect(screen.queryByText(/records that your clinic received/)).toBeNull();
  });
});
