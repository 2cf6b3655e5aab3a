import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { queryClient } from '../../client/src/shared/api/index.js';
import { AppTheme } from '../../client/src/shared/theme/index.js';
import { dataProvider } from '../../client/src/staff/data/dataProvider.js';
import { LabEntryForm } from '../../client/src/staff/cases/LabEntryForm.js';
import { addressOf } from './answers.js';
import { closePage, SLOW } from './page.js';

afterEach(closePage);

/** Each its own case: what was typed on another is kept. */
let draws = 0;
const sent: { url: string; body: Record<string, unknown> | null }[] = [];
/** Opens the form for a patient whose log gives these hours for any draw. */
function open(hours: number | null): void {
  sent.length = 0;
  draws += 1;
  globalThis.fetch = async (asked, init) => {
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : null;
    sent.push({ url: addressOf(asked), body });
    const answer = body ? { critical: [] } : { hours };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  };
  render(
    <AdminContext queryClient={queryClient} dataProvider={dataProvider}>
      <AppTheme>
        <LabEntryForm caseId={`c${draws}`} patientId="p1" />
      </AppTheme>
    </AdminContext>,
  );
  type('Collected at', `2026-01-05T08:${30 + draws}`);
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const HOURS = 'Hours since last dose (optional)';

describe('the hours since the last dose', () => {
  it('are those of the dose log once the time of the draw is there, and are sent', async () => {
    open(96.5);
    await waitFor(() => expect(field(HOURS).value).toBe('96.5'), SLOW);
    expect(screen.getByText('From the patient’s dose log.')).not.toBeNull();
    expect(sent[0]!.url).toMatch(/^\/api\/labs\/since-dose\/p1\?collected_at=2026-01-05T08%3A31%3A00/);
    fireEvent.change(screen.getByLabelText(/^Total testosterone/), { target: { value: '420' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save lab results' }));
    await waitFor(() => expect(sent.at(-1)!.body).toMatchObject({ since_last_dose_h: 96.5 }), SLOW);
  });

  it('stay as typed, also where they were taken out', async () => {
    open(96.5);
    await waitFor(() => expect(field(HOURS).value).toBe('96.5'), SLOW);
    type(HOURS, '');
    expect([field(HOURS).value, screen.queryByText('From the patient’s dose log.')]).toEqual(['', null]);
  });

  it('stay empty where the log does not say', async () => {
    open(null);
    await waitFor(() => expect(sent).toHaveLength(1), SLOW);
    expect(field(HOURS).value).toBe('');
  });
});
