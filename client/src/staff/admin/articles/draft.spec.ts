import { describe, expect, it } from '@jest/globals';
import type { Article } from '#common/api/admin.js';
import { draftOf, isTyped, rebase, requestOf } from './draft.js';

const ARTICLE: Article = {
  id: '10000000-0000-4000-8000-000000000000',
  slug: 'vitamins',
  title: 'Vitamins',
  body: 'In food.',
  tags: ['food', 'health'],
  sources: ['LBL'],
  asked_as: ['what are vitamins'],
  audience: 'all',
  awaiting_review: false,
  version: 3,
  updated_at: '2026-11-20T10:00:00Z',
};

describe('an article draft', () => {
  it('is sent as lists, with the version it was based on', () => {
    const draft = draftOf(ARTICLE);
    draft.form.tags = ' food,, vitamins ';
    draft.form.asked = 'one\n\n two ';
    expect(requestOf(draft)).toMatchObject({
      tags: ['food', 'vitamins'],
      asked_as: ['one', 'two'],
      version: 3,
    });
    expect(requestOf(draftOf(null))).not.toHaveProperty('version');
  });

  it('counts as typed once it differs from the original', () => {
    const draft = draftOf(ARTICLE);
    expect(isTyped(draft)).toBe(false);
    expect(isTyped({ ...draft, form: { ...draft.form, body: 'In fruit.' } })).toBe(true);
  });
});

describe('a change by another user', () => {
  const typed = (change: Partial<Article>) => {
    const draft = draftOf(ARTICLE);
    return rebase(
      { ...draft, form: { ...draft.form, body: 'Mine.', title: 'Mine too' } },
      {
        ...ARTICLE,
        version: 4,
        ...change,
      },
    );
  };
  it('is taken over where nothing was typed, and loses nothing that was', () => {
    const draft = typed({ tags: ['new'] });
    expect(draft.form).toMatchObject({ tags: 'new', body: 'Mine.', title: 'Mine too' });
    expect(draft.theirs).toEqual({});
    expect(requestOf(draft).version).toBe(4);
    expect(isTyped(draft)).toBe(true);
  });
  it('is shown beside what was typed in the same field', () => {
    const draft = typed({ body: 'Theirs.' });
    expect(draft.form.body).toBe('Mine.');
    expect(draft.theirs).toEqual({ body: 'Theirs.' });
  });
  it('is not a conflict when it says the same', () => {
    expect(typed({ body: 'Mine.' }).theirs).toEqual({});
  });
});
