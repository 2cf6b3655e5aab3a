import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatResponse, HelpArticle } from '../../common/api/assistant.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
let provider: Person;
let patient: Person;
beforeAll(async () => {
  portal = await startPortal('demo');
  provider = await portal.signIn('provider@demo.test');
  patient = await portal.signIn('patient@demo.test');
});
afterAll(() => portal.close());

const read = async (who: Person, slug: string): Promise<HelpArticle> =>
  (await who.get(`/api/help/${slug}`)).body as HelpArticle;
const review = (who: Person, slug: string, version: unknown) =>
  who.post(`/api/help/${slug}/review`, { version });
const ask = async (message: string): Promise<ChatResponse> =>
  (await patient.post('/api/trt/assistant/chat', { message })).body as ChatResponse;

describe('an article that no clinician has reviewed', () => {
  it('says so in the article and where it is quoted', async () => {
    expect(await read(patient, 'alcohol')).toMatchObject({ awaiting_review: true, reviewed: null });
    expect((await ask('can i drink beer on trt')).sources).toEqual([
      { slug: 'alcohol', title: 'Can I drink alcohol on testosterone?', awaiting_review: true },
    ]);
    expect(await read(patient, 'hematocrit')).toMatchObject({ awaiting_review: false, reviewed: null });
  });

  it('loses its mark when a provider reviews it, with who and when, and gets it back with a new text', async () => {
    const { version } = await read(provider, 'hair-loss');
    const reviewed = await review(provider, 'hair-loss', version);
    expect([reviewed.status, reviewed.body.awaiting_review, reviewed.body.reviewed]).toEqual([
      200,
      false,
      { by: expect.any(String), at: expect.stringMatching(/Z$/) },
    ]);
    expect((await ask('does testosterone cause hair loss')).sources[0]).not.toHaveProperty('awaiting_review');
    const rows = await portal.database.asSuperuser<{ detail: object }>(
      `SELECT detail FROM audit_events WHERE action = 'article.review' AND actor_id = $1`,
      [provider.me!.user.id],
    );
    expect(rows).toEqual([{ detail: { version } }]);
    expect((await review(provider, 'hair-loss', version)).body.error).toBe('invalid_state');

    const admin = await portal.signIn('admin@demo.test');
    const { body } = await admin.list('/api/admin/articles', { filter: { q: 'hair-loss' } });
    const [{ id }] = (body as { articles: { id: string }[] }).articles as [{ id: string }];
    expect((await admin.patch(`/api/admin/articles/${id}`, { tags: ['hair'] })).body.awaiting_review).toBe(
      false,
    );
    const edited = await admin.patch(`/api/admin/articles/${id}`, { body: 'A new text.' });
    expect([edited.status, edited.body.awaiting_review]).toEqual([200, true]);
    expect((await read(patient, 'hair-loss')).reviewed).toBeNull();
  });

  it('cannot be reviewed by a patient, in an older version, or again', async () => {
    const { version } = await read(provider, 'exercise');
    expect((await review(patient, 'exercise', version)).status).toBe(403);
    expect((await review(provider, 'exercise', version + 1)).body.error).toBe('version_conflict');
    expect((await review(provider, 'no-such-article', 1)).status).toBe(404);
    for (const odd of [undefined, 'x', 1.5, 2_147_483_648]) {
      const refused = await review(provider, 'exercise', odd);
      expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ['version']]);
    }
    expect((await read(patient, 'exercise')).awaiting_review).toBe(true);
  });
});
