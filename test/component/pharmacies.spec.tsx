import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { failing } from './answers.js';
import { closePage, openPage, SLOW } from './page.js';

afterEach(closePage);

const ALIKE = 'This could be taken for Corner Pharmacy (a name like it).';

describe('a pharmacy that could be taken for another one', () => {
  it('is named, and asked about until something else is typed', async () => {
    openPage('/admin/pharmacies', {
      as: 'admin',
      answers: {
        '/api/admin/pharmacies': failing(422, {
          error: 'validation_failed',
          message: 'Please correct the marked fields.',
          fields: { other_confirmed: ALIKE },
        }),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'New pharmacy' }, SLOW));
    const form = within(await screen.findByRole('dialog', {}, SLOW));
    expect(form.queryByRole('checkbox')).toBeNull();
    const name = form.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Corner Pharmacy 2' } });
    fireEvent.click(form.getByRole('button', { name: 'Add pharmacy' }));
    const box = await form.findByRole<HTMLInputElement>(
      'checkbox',
      { name: 'I called: it is another pharmacy' },
      SLOW,
    );
    expect(form.getByText(ALIKE).id).toBe(box.getAttribute('aria-describedby'));
    fireEvent.click(box);
    expect(box.checked).toBe(true);
    fireEvent.change(name, { target: { value: 'Corner Pharmacy 3' } });
    expect(box.checked).toBe(false);
  });
});
