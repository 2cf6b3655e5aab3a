import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Article, ArticlesResponse, ArticleVersionsResponse } from '../../common/api/admin.js';
import type { ChatResponse, HelpArticle } from '../../common/api/assistant.js';
import type { CaseDetailResponse } from '../../common/api/index.js';
import { Answers } from '../../server/assistant/answers.service.js';
import { Assistant } from '../../server/assistant/assistant.service.js';
import { faithful } from '../../server/assistant/rewording.service.js';
import { ServiceProbes } from '../../server/platform/health/service-probes.js';
import { Evaluations } from '../../server/rules/evaluations.service.js';
import { loadConfig } from '../../server/config/config.js';
import { startOutagePortal } from '../support/outage.js';
import { testPostgres } from '../support/database.js';
import { detail, reachedNow, submitted } from '../support/care.js';
import type { Person } from '../support/person.js';
import { startPortal, type TestPortal } from '../support/portal.js';
import { startTreatedPortal } from '../support/prepared.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTreatedPortal();
});
afterAll(() => portal.close());

const CHAT = '/api/trt/assistant/chat';
const NOBODY = '11111111-1111-4111-8111-111111111111';
async function said(person: Person, message: string, more: object = {}): Promise<ChatResponse> {
  const response = await person.post(CHAT, { message, ...more });
  if (response.status !== 200) throw new Error(`chat: ${response.status} ${response.text}`);
  return response.body as ChatResponse;
}
const auditOf = (id: string) =>
  portal.database.asSuperuser<{ action: string; patient_id: string | null; detail: unknown }>(
    'SELECT action, patient_id, detail FROM audit_events WHERE target_id = $1 ORDER BY seq',
    [id],
  );

describe('an answer', () => {
  it('quotes an article, names it, and is stored encrypted with an audit row', async () => {
    const patient = await portal.signUp();
    const answer = await said(patient, 'What is hematocrit? canary-4711', { capability: 'kb_qna' });
    expect(answer).toEqual({
      ok: true,
      message: expect.stringMatching(/thicken blood[^]*General education, not medical advice\.$/),
      conversation_id: expect.any(String),
      outcome: 'answered',
      sources: [{ slug: 'hematocrit', title: 'Why is hematocrit checked?' }],
      suggestions: [],
      tell_care_team: false,
      passed_on: false,
      error: null,
    });
    const turns = await portal.database.asSuperuser<{ row: string; outcome: string }>(
      'SELECT t::text AS row, outcome FROM assistant_turns t WHERE conversation_id = $1',
      [answer.conversation_id],
    );
    expect(turns).toEqual([{ row: expect.stringContaining('v1:'), outcome: 'answered' }]);
    expect(turns[0]!.row).not.toMatch(/canary|thicken/);
    expect(await auditOf(answer.conversation_id)).toEqual([
      { action: 'assistant.ask', patient_id: expect.any(String), detail: { outcome: 'answered' } },
    ]);
  });

  it('builds on the previous question, in its own conversation only', async () => {
    const patient = await portal.signUp();
    const first = await said(patient, 'Tell me about sleep apnea');
    const { conversation_id } = first;
    const second = await said(patient, 'why is that?', { conversation_id });
    expect(second).toMatchObject({
      conversation_id,
      outcome: 'answered',
      sources: [{ slug: 'sleep-apnea' }],
    });
    expect(await said(patient, 'why is that?')).toMatchObject({ outcome: 'no_answer', sources: [] });
  });

  it('offers the articles that may be meant where it has no answer, but none for an unrelated question', async () => {
    const patient = await portal.signUp();
    const near = await said(patient, 'needle bin is full');
    expect([near.outcome, near.sources]).toEqual(['no_answer', []]);
    expect(near.suggestions.map((s: { slug: string }) => s.slug)).toContain('storage-travel-disposal');
    expect(near.suggestions.length).toBeLessThanOrEqual(3);
    expect(await said(patient, 'xylophone quartet rehearsal')).toMatchObject({
      outcome: 'no_answer',
      suggestions: [],
    });
    expect((await said(patient, 'how do I apply the gel')).suggestions).toEqual([]);
  });

  it('returns a greeting and what it can do, without a source', async () => {
    const patient = await portal.signUp();
    for (const message of ['hello', 'Hi!', 'who are you?', 'what can you do'])
      expect(await said(patient, message)).toMatchObject({
        ok: true,
        outcome: 'answered',
        message: expect.stringMatching(/blood tests[^]*General education, not medical advice\.$/),
        sources: [],
        error: null,
      });
    const thanked = await said(patient, 'Thanks a lot!');
    expect([thanked.outcome, thanked.message]).toEqual([
      'answered',
      expect.stringMatching(/^You're welcome/),
    ]);
    expect((await auditOf(thanked.conversation_id)).map((r) => r.detail)).toEqual([{ outcome: 'answered' }]);
    expect((await said(patient, 'hi, I have chest pain')).outcome).toBe('emergency');
    expect((await said(patient, 'hello, can I increase my dose')).outcome).toBe('refused');
    expect((await said(patient, 'hi, what is psa')).sources[0]?.slug).toBe('psa-prostate');
  });

  it('asks a patient who tells of what argues against treatment to write it to the care team', async () => {
    const patient = await portal.signUp();
    const told = await said(patient, 'I had prostate cancer in 2021, should I worry?');
    expect(told.tell_care_team).toBe(true);
    expect(told.message).toMatch(
      /your care team needs to know it before your next dose[^]*General education, not medical advice\.$/,
    );
    expect((await said(patient, 'my blood clot in the leg came back last year')).tell_care_team).toBe(true);
    const general = await said(patient, 'does testosterone cause prostate cancer?');
    const danger = await said(patient, 'I had a blood clot and now I cannot breathe');
    const staff = await said(await portal.signIn('provider@demo.test'), 'I had prostate cancer in 2021');
    expect([general, danger, staff].map((answer) => answer.tell_care_team)).toEqual([false, false, false]);
  });

  it('takes an event of long ago as history, and one of today as an emergency', async () => {
    const patient = await portal.signUp();
    const past = await said(patient, 'I had a heart attack in 2019');
    expect([past.outcome === 'emergency', past.tell_care_team]).toEqual([false, true]);
    const both = await said(patient, 'had a heart attack in 2019 and my chest hurts now');
    expect([both.outcome, both.tell_care_team]).toEqual(['emergency', false]);
    const recent = await said(patient, 'I had a heart attack an hour ago');
    expect(recent.outcome).toBe('emergency');
  });

  it("is available to every role, and someone else's conversation is not found", async () => {
    const own = await said(await portal.signUp(), 'what is psa');
    for (const email of [
      'patient@demo.test',
      'provider@demo.test',
      'admin@demo.test',
      'orgadmin@demo.test',
    ]) {
      const person = await portal.signIn(email);
      expect((await said(person, 'what is psa')).outcome).toBe('answered');
      for (const conversation_id of [own.conversation_id, NOBODY]) {
        const foreign = await person.post(CHAT, { message: 'what did I ask before?', conversation_id });
        expect([foreign.status, foreign.body.error]).toEqual([404, 'not_found']);
      }
    }
    const turns = await portal.database.asSuperuser(
      'SELECT 1 FROM assistant_turns WHERE conversation_id = $1',
      [own.conversation_id],
    );
    expect(turns).toHaveLength(1);
  });

  it('rejects what is not a question', async () => {
    const patient = await portal.signUp();
    const bad: [object, string][] = [
      [{ message: '' }, 'message'],
      [{ message: '  \n ' }, 'message'],
      [{}, 'message'],
      [{ message: 7 }, 'message'],
      [{ message: 'x'.repeat(2001) }, 'message'],
      [{ message: 'a\u0000b' }, 'message'],
      [{ message: 'hi', capability: 'diagnose' }, 'capability'],
      [{ message: 'hi', capability: null }, 'capability'],
      [{ message: 'hi', conversation_id: 'x' }, 'conversation_id'],
    ];
    for (const [body, field] of bad) {
      const response = await patient.post(CHAT, body);
      expect([body, response.status, Object.keys(response.body.fields)]).toEqual([body, 422, [field]]);
    }
    expect((await patient.post(CHAT, { message: 'hi', role: 'admin' })).body.error).toBe('unknown_field');
    expect((await portal.anonymous().post(CHAT, { message: 'hi' })).status).toBe(401);
    for (const odd of ['🙂🙂', 'مرحبا كيف حالك', '**x** [y](z) <b>', '& | ! ( ) :* <->', 'x '.repeat(1000)])
      expect((await said(patient, odd)).outcome).toBe('no_answer');
  });
});

describe('the limits', () => {
  it('allow twenty messages a minute, and an emergency always', async () => {
    const patient = await portal.signUp();
    for (let i = 0; i < 20; i++) await said(patient, 'what is psa');
    const refused = await patient.post(CHAT, { message: 'what is psa' });
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await said(patient, 'I have chest pain')).outcome).toBe('emergency');
    expect((await said(await portal.signUp(), 'what is psa')).outcome).toBe('answered');
  });
});

describe('an emergency', () => {
  it('tells the care team on the case, once, and rules do not close it', async () => {
    const treated = await submitted(portal);
    const answer = await said(
      treated.patient,
      'Can I increase my dose? Also I have chest pain and can not breathe',
    );
    expect(answer).toMatchObject({ outcome: 'emergency', sources: [{ slug: 'emergency-chest-pain' }] });
    expect(answer.message).toMatch(/^Call 911 now/);
    await said(treated.patient, 'my chest hurts');
    const mine = ({ alerts }: CaseDetailResponse) =>
      alerts.filter((a) => a.rule_key === 'emergency_heart_or_breathing');
    await portal.app.get(Evaluations).run(treated.caseId, 'day');
    const [alert, ...more] = mine(await detail(treated));
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ severity: 'critical', message: expect.stringContaining('chest pain') });
    expect(alert!.reports.map((r) => r.place)).toEqual(['assistant', 'assistant']);
    expect(alert!.created_at).toBe(alert!.reports[0]!.at.replace(/\.(\d{3}).*$/, '.$1Z'));
    expect(await auditOf(answer.conversation_id)).toEqual([
      {
        action: 'assistant.emergency',
        patient_id: treated.patientId,
        detail: { kind: 'heart_or_breathing', alerted: true },
      },
    ]);

    const address = `/api/trt/cases/${treated.caseId}/alerts/${alert!.id}/close`;
    const done = { contact: reachedNow('Reached him, he is on his way to the hospital') };
    expect((await portal.anonymous().post(address, done)).status).toBe(401);
    expect((await treated.patient.post(address, done)).status).toBe(403);
    expect((await (await portal.signIn('north@demo.test')).post(address, done)).status).toBe(404);
    expect((await treated.provider.post(address.replace(alert!.id, NOBODY), done)).status).toBe(404);
    for (const note of ['called', '.', ''])
      expect(
        Object.keys((await treated.provider.post(address, { contact: reachedNow(note) })).body.fields),
      ).toEqual(['contact.note']);
    const closed = await treated.provider.post(address, done);
    expect(closed.status).toBe(200);
    expect(mine(closed.body as CaseDetailResponse)).toEqual([]);
    expect(mine(await detail(treated))).toEqual([]);
    // The colleague of another clinic was turned away.
    expect(new Set((await auditOf(alert!.id)).map((r) => r.action))).toEqual(
      new Set(['access.deny', 'alert.close']),
    );
    expect((await treated.provider.post(address, done)).status).toBe(404);
  });

  it('of another kind opens a separate alert and hides none', async () => {
    const treated = await submitted(portal);
    await said(treated.patient, 'I want to die');
    await said(treated.patient, 'my calf is swollen and red. also pain in my chest');
    const keys = (await detail(treated)).alerts
      .map((a) => a.rule_key)
      .filter((key) => key?.startsWith('emergency_'));
    expect(keys.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'emergency_clot',
      'emergency_heart_or_breathing',
      'emergency_self_harm',
    ]);
  });

  it(`may be behind an "I don't have that", which says 911 first`, async () => {
    const answer = await said(await portal.signUp(), 'Who won the football world cup in 1974?');
    expect(answer.outcome).toBe('no_answer');
    expect(answer.message).toMatch(/^If this could be an emergency, call 911\./);
  });

  it('leaves rule alerts to the rules', async () => {
    const treated = await submitted(portal);
    const [rule] = await portal.database.asSuperuser<{ id: string }>(
      `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message)
        SELECT gen_random_uuid(), org_id, id, 'HCT_HIGH', 'warning', 'x' FROM cases WHERE id = $1 RETURNING id`,
      [treated.caseId],
    );
    const response = await treated.provider.post(
      `/api/trt/cases/${treated.caseId}/alerts/${rule!.id}/close`,
      { contact: reachedNow('Reached him, he is on his way') },
    );
    expect([response.status, response.body.error]).toEqual([409, 'invalid_state']);
  });

  it('of a patient without an intake is told, and of staff only in the audit', async () => {
    const { conversation_id } = await said(await portal.signUp(), 'I want to end my life');
    expect((await auditOf(conversation_id))[0]!.detail).toEqual({ kind: 'self_harm', alerted: true });
    const staff = await said(await portal.signIn('provider@demo.test'), 'a patient has chest pain');
    expect((await auditOf(staff.conversation_id))[0]).toMatchObject({
      patient_id: null,
      detail: { alerted: false },
    });
  });
});

describe('retention', () => {
  it('deletes questions after 90 days, and empty conversations', async () => {
    const patient = await portal.signUp();
    const old = await said(patient, 'what is psa');
    const young = await said(patient, 'what is psa');
    for (const table of ['assistant_turns SET created_at', 'assistant_conversations SET created_at'])
      await portal.database.asSuperuser(
        `UPDATE ${table} = now() - interval '91 days' WHERE ${table.includes('turns') ? 'conversation_id' : 'id'} = $1`,
        [old.conversation_id],
      );
    expect(await portal.app.get(Assistant, { strict: false }).forget()).toBe(1);
    const left = await portal.database.asSuperuser<{ id: string }>(
      'SELECT id FROM assistant_conversations WHERE id = ANY($1)',
      [[old.conversation_id, young.conversation_id]],
    );
    expect(left).toEqual([{ id: young.conversation_id }]);
  });
});

describe('articles', () => {
  const draft = (slug: string, more: object = {}) => ({
    slug,
    title: 'Mint lozenges and taste',
    body: 'Mint lozenges can change how food tastes.',
    tags: ['general', 'mint'],
    sources: ['SEED'],
    ...more,
  });

  it('are read by their intended readers', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const patient = await portal.signIn('patient@demo.test');
    const provider = await portal.signIn('provider@demo.test');
    const created = await admin.post('/api/admin/articles', draft('for-staff', { audience: 'staff' }));
    expect([created.status, created.body.version, created.body.audience]).toEqual([201, 1, 'staff']);
    expect((await patient.get('/api/help/for-staff')).status).toBe(404);
    expect((await provider.get('/api/help/for-staff')).status).toBe(200);
    expect((await said(patient, 'do mint lozenges change taste')).outcome).toBe('no_answer');
    expect((await said(provider, 'do mint lozenges change taste')).sources[0]?.slug).toBe('for-staff');
    const article = (await patient.get('/api/help/hematocrit')).body as HelpArticle;
    expect(article).toMatchObject({ slug: 'hematocrit', title: 'Why is hematocrit checked?' });
    expect(article.sources[0]).toEqual({
      id: 'ES18',
      citation: expect.stringContaining('Endocrine Society'),
      url: expect.stringMatching(/^https:/),
    });
    for (const slug of ['nothing-here', '%00', '..%2f', 'x'.repeat(90)])
      expect([slug, (await patient.get(`/api/help/${slug}`)).status]).toEqual([slug, 404]);
  });

  it('are edited by system-wide administrators, and every version is kept', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const created = (await admin.post('/api/admin/articles', draft('mint'))).body as Article;
    const change = await admin.patch(`/api/admin/articles/${created.id}`, {
      version: 1,
      title: 'Magnesium and sleep',
      body: 'Magnesium is in nuts.',
      tags: ['general', ' magnesium ', 'magnesium'],
    });
    expect(change.body).toMatchObject({
      version: 2,
      slug: 'mint',
      title: 'Magnesium and sleep',
      tags: ['general', 'magnesium'],
    });
    const stale = await admin.patch(`/api/admin/articles/${created.id}`, { version: 1, title: 'Lost' });
    expect([stale.status, stale.body.error, stale.body.current.version]).toEqual([
      409,
      'version_conflict',
      2,
    ]);
    const { versions } = (await admin.get(`/api/admin/articles/${created.id}/versions`))
      .body as ArticleVersionsResponse;
    expect(versions.map((v) => [v.version, v.title, v.author !== null])).toEqual([
      [2, 'Magnesium and sleep', true],
      [1, 'Mint lozenges and taste', true],
    ]);
    const patient = await portal.signUp();
    expect((await said(patient, 'is magnesum good for sleep')).sources[0]?.slug).toBe('mint');
    expect((await auditOf(created.id)).map((r) => r.action)).toEqual(['article.create', 'article.update']);
    const list = (await admin.list('/api/admin/articles', { filter: { q: 'magnesium' } }))
      .body as ArticlesResponse;
    expect([list.total, list.articles[0]?.id]).toEqual([1, created.id]);
    expect(
      (
        await admin.list('/api/admin/articles', {
          filter: { audience: 'all' },
          range: [0, 9],
          sort: ['slug', 'DESC'],
        })
      ).body.articles,
    ).toHaveLength(10);
    const seeded = (await admin.list('/api/admin/articles', { filter: { q: 'hematocrit' } }))
      .body as ArticlesResponse;
    const history = await admin.get(`/api/admin/articles/${seeded.articles[0]!.id}/versions`);
    expect((history.body as ArticleVersionsResponse).versions[0]!.author).toBeNull();
  });

  it('are found by their "also asked as" questions, and each version keeps its own', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const patient = await portal.signUp();
    const question = 'my tongue tingles on mondays';
    const created = (await admin.post('/api/admin/articles', draft('mint-taste'))).body as Article;
    expect(created.asked_as).toEqual([]);
    expect((await said(patient, question)).outcome).toBe('no_answer');
    const change = { version: 1, asked_as: [' why does my tongue tingle ', 'tingling tongue'] };
    const after = (await admin.patch(`/api/admin/articles/${created.id}`, change)).body as Article;
    expect(after.asked_as).toEqual(['why does my tongue tingle', 'tingling tongue']);
    expect((await said(patient, question)).sources[0]?.slug).toBe('mint-taste');
    // Changing something else leaves them.
    const last = await admin.patch(`/api/admin/articles/${created.id}`, { version: 2, title: 'Zinc' });
    expect(last.body.asked_as).toEqual(after.asked_as);
    const { versions } = (await admin.get(`/api/admin/articles/${created.id}/versions`))
      .body as ArticleVersionsResponse;
    expect(versions.map((v) => v.asked_as.length)).toEqual([2, 2, 0]);
    expect((await patient.get('/api/help/mint-taste')).body).not.toHaveProperty('asked_as');
  });

  it('are rejected when invalid, and closed to everyone else', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const bad: [object, string][] = [
      [{ slug: 'Not A Slug' }, 'slug'],
      [{ slug: 'hematocrit' }, 'slug'],
      [{ title: '' }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ body: ' ' }, 'body'],
      [{ body: 'x'.repeat(4001) }, 'body'],
      [{ tags: 'general' }, 'tags'],
      [{ tags: ['x'.repeat(41)] }, 'tags'],
      [{ tags: [7] }, 'tags'],
      [{ sources: Array.from({ length: 21 }, (_, i) => `s${i}`) }, 'sources'],
      [{ asked_as: 'how' }, 'asked_as'],
      [{ asked_as: ['two\nlines'] }, 'asked_as'],
      [{ asked_as: ['x'.repeat(121)] }, 'asked_as'],
      [{ asked_as: Array.from({ length: 31 }, (_, i) => `q${i}`) }, 'asked_as'],
      [{ audience: 'everyone' }, 'audience'],
    ];
    for (const [change, field] of bad) {
      const response = await admin.post('/api/admin/articles', draft('refused', change));
      expect([change, response.status, Object.keys(response.body.fields ?? {})]).toEqual([
        change,
        422,
        [field],
      ]);
    }
    expect((await admin.patch(`/api/admin/articles/${NOBODY}`, { title: 'x' })).status).toBe(404);
    expect((await admin.get(`/api/admin/articles/${NOBODY}/versions`)).status).toBe(404);
    const address = `/api/admin/articles/${NOBODY}`;
    for (const email of ['orgadmin@demo.test', 'provider@demo.test', 'patient@demo.test']) {
      const person = await portal.signIn(email);
      const answers = [
        await person.get('/api/admin/articles'),
        await person.post('/api/admin/articles', draft('mine')),
        await person.patch(address, { title: 'x' }),
        await person.get(`${address}/versions`),
      ];
      expect(answers.map((a) => a.status)).toEqual([403, 403, 403, 403]);
    }
  });
});

describe('a language model', () => {
  const startModel = async (reply: () => string | null) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push(body);
        const content = reply();
        response.statusCode = content === null ? 500 : 200;
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  };

  it('rewords only articles, learns nothing of the question, and is not trusted when it adds something', async () => {
    let reply: string | null = 'Testosterone may thicken the blood. Above 54 percent, treatment is paused.';
    const model = await startModel(() => reply);
    const own = await startPortal('empty', {
      ASSISTANT_LLM_URL: model.url,
      ASSISTANT_LLM_MODEL: 'm',
      ASSISTANT_LLM_KEY: 'k',
    });
    const answers = own.app.get(Answers, { strict: false });
    const ask = async (question: string) => (await answers.answer(question, ['all'])).message;
    expect(await ask('What is hematocrit? canary-4711')).toBe(
      `${reply}\n\nGeneral education, not medical advice.`,
    );
    expect(model.asked[0]).toContain('thicken blood');
    expect(model.asked.join()).not.toMatch(/canary|What is/);
    await ask('what is hct');
    expect(model.asked).toHaveLength(1);
    for (const wrong of ['Take 200 mg a week.', 'See https://x.test', '<b>PSA</b>', '', null]) {
      reply = wrong;
      expect(await ask('what is psa')).toMatch(/^PSA is a blood test that can rise on testosterone\./);
    }
    await ask('I have chest pain');
    await ask('Can I increase my dose?');
    expect(model.asked).toHaveLength(6);
    const { assistant } = await own.app.get(ServiceProbes, { strict: false }).ask();
    expect(assistant).toEqual({
      status: 'ok',
      message: expect.any(String),
      detail: '123 articles, reworded by a language model',
    });
    await own.close();
    model.server.close();
  });

  it('is reached by TLS or on this machine, and needs a name', () => {
    const start = (env: Record<string, string>) => () =>
      loadConfig({ DATA_DIR: testPostgres().folder, ...env });
    const named = { ASSISTANT_LLM_MODEL: 'm' };
    expect(start({ ...named, ASSISTANT_LLM_URL: 'http://model.test/v1' })).toThrow(/: ASSISTANT_LLM_URL$/);
    expect(start({ ASSISTANT_LLM_URL: 'https://model.test/v1' })).toThrow(/: ASSISTANT_LLM_MODEL$/);
    expect(start({ ...named, ASSISTANT_LLM_URL: 'https://model.test/v1' })().assistantModel).not.toBeNull();
    expect(start({})().assistantModel).toBeNull();
  });

  it('keeps the emergency numbers', () => {
    expect(faithful('Call 911 now.', 'Call for help now.')).toBe(false);
    expect(faithful('Call 911 now.', 'Please call 911 now.')).toBe(true);
  });
});

describe('without the database', () => {
  it('a question gets 503, never 401 and never an empty answer', async () => {
    const outage = await startOutagePortal();
    const patient = await outage.portal.signIn('patient@demo.test');
    await outage.proxy.refuse();
    const response = await patient.post(CHAT, { message: 'what is psa' });
    expect([response.status, response.body.error]).toEqual([503, 'database_unavailable']);
    expect((await patient.get('/api/help/hematocrit')).status).toBe(503);
    await outage.close();
  });
});

describe('the service status', () => {
  it('says how many articles there are', async () => {
    const admin = await portal.signIn('admin@demo.test');
    const { service_status } = (await admin.get('/api/admin/overview')).body as {
      service_status: Record<string, unknown>;
    };
    expect(service_status['assistant']).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^\d+ articles, no outside service$/),
    });
  });
});
