import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Lab, Prescription } from '../../common/api/index.js';
import { mailsTo, type TestMail } from '../support/accounts.js';
import {
  addLab,
  answers,
  approvePlan,
  daysAgo,
  detail,
  form,
  generate,
  inForce,
  ordered,
  planned,
  save,
  submitted,
  type Ordered,
  type Treated,
} from '../support/care.js';
import { startPortal, type TestPortal } from '../support/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal('demo');
});
afterAll(() => portal.close());

const NEWS = 'There is news in your TRT Program';
const RECEIVED = 'We received your intake';
/** What an email must not say; its reader knows the names of the program and the intake form. */
const CLINICAL =
  /testosterone|plan\b|dos(e|age)|prescri|order|pharmac|refill|labs?\b|result|blood|hematocrit|hold|paus|resum|stop|approv|declin|discontinu|therap|treat|medic|clinic|diagnos|hormone|inject|gel\b/i;

const kindsTo = async (email: string): Promise<string[]> =>
  (
    await portal.database.asSuperuser<{ kind: string }>(
      `SELECT kind FROM mails WHERE recipient = $1 AND kind LIKE 'care.%' ORDER BY created_at`,
      [email],
    )
  ).map((mail) => mail.kind.replace('care.', ''));
const careMails = async ({ patient }: Pick<Treated, 'patient'>): Promise<TestMail[]> =>
  (await mailsTo(portal, patient.email)).filter((mail) => [NEWS, RECEIVED].includes(mail.subject));

/** The kinds of emails that an action sends; each is read in the mailbox. */
async function newsOf(treated: Treated, act: () => Promise<unknown>): Promise<string[]> {
  const [kinds, mails] = [await kindsTo(treated.patient.email), await careMails(treated)];
  await act();
  const [after, all] = [await kindsTo(treated.patient.email), await careMails(treated)];
  expect(all.length - mails.length).toBe(after.length - kinds.length);
  for (const { subject, text, html, links } of all) {
    expect([subject, `${text} ${html.replace(/style="[^"]*"/g, '')}`].join(' ')).not.toMatch(CLINICAL);
    expect(links).toEqual([`${portal.base}/trt/patient`]);
  }
  return after.slice(kinds.length);
}

const later = ({ patient }: Treated, minutes: number) =>
  portal.database.asSuperuser(
    'UPDATE mails SET created_at = created_at - make_interval(mins => $1) WHERE recipient = $2',
    [minutes, patient.email],
  );
async function act({ provider }: Treated, path: string, body: object) {
  const response = await provider.post(`/api/${path}`, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response;
}
const versionOf = async (treated: Treated) => (await detail(treated)).case.version;
const orderOf = async ({ provider, order }: Ordered): Promise<Prescription> =>
  (await provider.get(`/api/trt/prescriptions/${order.id}`)).body as Prescription;
const move = (treated: Ordered, to: string) =>
  act(treated, `trt/prescriptions/${treated.order.id}/transition`, { to });
const hold = async (treated: Treated) =>
  act(treated, `trt/cases/${treated.caseId}/hold`, {
    reason: 'Wait for the labs',
    version: await versionOf(treated),
  });
const resume = async (treated: Treated) =>
  act(treated, `trt/cases/${treated.caseId}/resume`, {
    reason: 'Labs are clear now',
    version: await versionOf(treated),
  });
const stop = (treated: Treated, follow_up_labs = true) =>
  act(treated, `trt/cases/${treated.caseId}/discontinue`, {
    reason_code: 'patient_choice',
    effective_date: daysAgo(0),
    follow_up_labs,
  });
const wish = (dose: number) => ({
  formulation: 'testosterone_cypionate_im',
  dose,
  frequency: 'once weekly',
  route: 'intramuscular',
  reason: 'Agreed by phone today',
});
const titrate = (treated: Treated, dose: number) =>
  act(treated, `trt/cases/${treated.caseId}/titrate`, wish(dose));

async function onTreatment(): Promise<Ordered> {
  const treated = await inForce(portal);
  await treated.provider.patch(`/api/trt/cases/${treated.caseId}`, {
    version: await versionOf(treated),
    extras: { therapy_started_on: daysAgo(60), last_change_on: daysAgo(60) },
  });
  return treated;
}

describe('the clinic notifies the patient', () => {
  it('that the intake was received, and when to expect an answer', async () => {
    const treated = await submitted(portal);
    const [mail, ...more] = await careMails(treated);
    expect([mail!.subject, more, await kindsTo(treated.patient.email)]).toEqual([
      RECEIVED,
      [],
      ['intake_received'],
    ]);
    expect(mail!.text).toContain('usually reviews it within 1 to 2 business days');
    const again = () => save(treated.patient, answers(treated.patient.email), { submit: true });
    expect(await newsOf(treated, again)).toEqual([]);
  });

  it('that a plan was approved, and that an approved one was changed', async () => {
    const treated = await planned(portal);
    expect(await newsOf(treated, () => approvePlan(treated, treated.plan))).toEqual(['plan_approved']);
    expect(await newsOf(treated, () => titrate(treated, 90))).toEqual([]);
    const { pending_plan: pending } = await detail(treated);
    const approve = async () =>
      act(treated, 'trt/provider/plans/approve', {
        plan_id: pending!.plan_id,
        version: pending!.version,
        override_reason: 'Agreed by phone today',
      });
    expect(await newsOf(treated, approve)).toEqual(['plan_changed']);
  });

  it('that a plan was approved in bulk', async () => {
    const treated = await planned(portal);
    const bulk = () =>
      act(treated, 'trt/provider/plans/approve-unflagged', { plan_ids: [treated.plan.plan_id] });
    expect(await newsOf(treated, bulk)).toEqual(['plan_approved']);
  });

  it('that a clinician declined a plan, but not that the patient’s own new answers replaced it', async () => {
    const treated = await planned(portal);
    const { data } = await form(treated.patient);
    await save(treated.patient, { ...data, injection_comfort: 'prefer_alternative' }, { submit: true });
    expect(await newsOf(treated, () => generate(treated.patient))).toEqual([]);
    const write = () =>
      act(treated, `trt/cases/${treated.caseId}/plans`, {
        ...wish(80),
        reason: undefined,
        override_reason: 'Prefers another product',
      });
    expect(await newsOf(treated, write)).toEqual(['plan_declined']);
  });

  it('that a prescription was sent, put on hold and filled', async () => {
    const treated = await inForce(portal);
    expect(await newsOf(treated, () => move(treated, 'sent'))).toEqual(['prescription_sent']);
    const path = `trt/prescriptions/${treated.order.id}`;
    const held = async () =>
      act(treated, `${path}/hold`, {
        reason: 'Wait for the labs',
        version: (await orderOf(treated)).version,
      });
    expect(await newsOf(treated, held)).toEqual(['prescription_on_hold']);
    await act(treated, `${path}/release`, {
      reason: 'Labs are clear now',
      version: (await orderOf(treated)).version,
    });
    expect(await newsOf(treated, () => move(treated, 'filled'))).toEqual(['prescription_filled']);
  });

  it('that therapy is on hold with its orders, resumes, and ends: one email for each', async () => {
    const treated = await onTreatment();
    expect(await newsOf(treated, () => hold(treated))).toEqual(['therapy_held']);
    expect(await newsOf(treated, () => resume(treated))).toEqual(['therapy_resumed']);
    await titrate(treated, 90);
    expect(await newsOf(treated, () => stop(treated))).toEqual(['therapy_discontinued']);
    await later(treated, 11);
    expect(await newsOf(treated, () => stop(treated, false))).toEqual([]);
  });

  it('that a rule held the therapy and its orders, in one email', async () => {
    const treated = await onTreatment();
    expect(await newsOf(treated, () => addLab(treated, 1, { hct_percent: 56 }))).toHaveLength(1);
    expect((await detail(treated)).hold).toMatchObject({ rule_key: 'hct_on_therapy_over_54' });
    expect((await orderOf(treated)).on_hold).not.toBeNull();
  });

  it('that a rule put an order on hold', async () => {
    const treated = await onTreatment();
    await later(treated, 11);
    const { data } = await form(treated.patient);
    const wants = () => save(treated.patient, { ...data, desire_fertility: 'yes' }, { submit: true });
    expect(await newsOf(treated, wants)).toEqual(['prescription_on_hold', 'intake_received']);
    expect((await orderOf(treated)).on_hold).not.toBeNull();
  });

  it('that results were reviewed, once for each review', async () => {
    const treated = await submitted(portal);
    const lab = (await addLab(treated, 10, { tt_ng_dl: 260 })).body as Lab;
    const review = (note?: string) => act(treated, `labs/${lab.id}/review`, { ...(note && { note }) });
    expect(await newsOf(treated, () => review())).toEqual(['results_reviewed']);
    await later(treated, 11);
    expect(await newsOf(treated, () => review('Seen again'))).toEqual([]);
  });
});

describe('the limit', () => {
  it('is one email of a kind in ten minutes per patient', async () => {
    const [treated, other] = [await onTreatment(), await onTreatment()];
    const again = async () => {
      await hold(treated);
      await resume(treated);
    };
    expect(await newsOf(treated, again)).toEqual(['therapy_held', 'therapy_resumed']);
    expect(await newsOf(treated, again)).toEqual([]);
    expect(await newsOf(other, () => hold(other))).toEqual(['therapy_held']);
    await later(treated, 9);
    expect(await newsOf(treated, again)).toEqual([]);
    await later(treated, 2);
    expect(await newsOf(treated, again)).toEqual(['therapy_held', 'therapy_resumed']);
  });

  it('applies to simultaneous actions', async () => {
    const treated = await submitted(portal);
    const panels = [
      await addLab(treated, 10, { tt_ng_dl: 260 }),
      await addLab(treated, 20, { tt_ng_dl: 245 }),
    ];
    // Keeps both transactions open at once for long enough.
    await portal.database.asSuperuser(
      `CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$`,
    );
    await portal.database.asSuperuser(
      `CREATE TRIGGER linger AFTER INSERT ON mails FOR EACH ROW EXECUTE FUNCTION linger()`,
    );
    const both = () =>
      Promise.all(panels.map(({ body }) => act(treated, `labs/${(body as Lab).id}/review`, {})));
    expect(await newsOf(treated, both)).toEqual(['results_reviewed']);
    await portal.database.asSuperuser('DROP FUNCTION linger CASCADE');
  });
});

describe('nothing is sent', () => {
  it('for an action that was refused', async () => {
    const treated = await ordered(portal);
    const { provider, caseId, plan, order } = treated;
    const stale = async () => {
      const answers = [
        await provider.post('/api/trt/provider/plans/approve', { plan_id: plan.plan_id, version: 99 }),
        await provider.post(`/api/trt/cases/${caseId}/hold`, { reason: 'Wait for the labs', version: 99 }),
        await provider.post(`/api/trt/prescriptions/${order.id}/transition`, { to: 'filled' }),
        await save(treated.patient, { full_name: '' }, { submit: true }),
      ];
      expect(answers.map((a) => a.status)).toEqual([409, 409, 409, 422]);
    };
    expect(await newsOf(treated, stale)).toEqual([]);
  });

  it('for an action that fails after the notice', async () => {
    const treated = await onTreatment();
    await portal.database.asSuperuser(
      `CREATE FUNCTION fail_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'failed'; END $$`,
    );
    await portal.database.asSuperuser(
      `CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON therapy_holds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_now()`,
    );
    const version = await versionOf(treated);
    const failing = async () => {
      const answer = await treated.provider.post(`/api/trt/cases/${treated.caseId}/hold`, {
        reason: 'Wait for the labs',
        version,
      });
      expect(answer.status).toBe(500);
    };
    expect(await newsOf(treated, failing)).toEqual([]);
    await portal.database.asSuperuser('DROP FUNCTION fail_now CASCADE');
    expect(await newsOf(treated, () => hold(treated))).toEqual(['therapy_held']);
  });

  it('to a disabled account', async () => {
    const treated = await onTreatment();
    await portal.database.asSuperuser(`UPDATE users SET status = 'disabled' WHERE id = $1`, [
      treated.patient.me!.user.id,
    ]);
    expect(await newsOf(treated, () => hold(treated))).toEqual([]);
  });

  it('while the demo is set up', async () => {
    const seeded = await portal.database.asSuperuser(
      `SELECT 1 FROM mails m JOIN users u ON u.id = m.user_id WHERE u.email LIKE '%@demo.test' AND m.kind LIKE 'care.%'`,
    );
    expect(seeded).toEqual([]);
    const cases = await portal.database.asSuperuser(
      `SELECT c.id FROM cases c JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id WHERE u.email LIKE '%@demo.test'`,
    );
    expect(cases.length).toBeGreaterThan(0);
  });
});
