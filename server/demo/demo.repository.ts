import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ClinicContact, OrganisationPolicies } from '#common/api/index.js';
import { TotpCredential } from '../accounts/second-factor/mfa.entities.js';
import { User } from '../accounts/users/user.entity.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { LabConnectionRow } from '../lab-messages/lab-message.entities.js';
import { PharmacyRow } from '../pharmacies/records/pharmacy.entities.js';
import { DEMO_LABORATORY, DEMO_PHARMACY, type DemoAccount } from './demo-people.js';

/** What the demo writes outside the features: accounts, and dates in the past. */
@Injectable()
export class DemoRepository {
  constructor(
    private readonly db: Db,
    @InjectRepository(User) private readonly users: Rows<User>,
    @InjectRepository(TotpCredential) private readonly totps: Rows<TotpCredential>,
    @InjectRepository(LabConnectionRow) private readonly laboratories: Rows<LabConnectionRow>,
    @InjectRepository(PharmacyRow) private readonly pharmacies: Rows<PharmacyRow>,
  ) {}

  async isEmpty(): Promise<boolean> {
    return (
      (await this.db.one({ name: 'demo-is-empty', text: 'SELECT 1 FROM organisations LIMIT 1' })) === null
    );
  }

  async organisation(
    name: string,
    { phone, address }: ClinicContact,
    isDefault: boolean,
    policies: OrganisationPolicies,
  ): Promise<string> {
    const id = randomUUID();
    await this.db.rows(
      {
        name: 'demo-organisation',
        text: `WITH made AS (INSERT INTO organisations (id, name, timezone, policies, is_default, phone, address)
            VALUES ($1, $2, 'America/New_York', $3, $4, $5, $6) RETURNING id, policies)
          INSERT INTO organisation_policies (id, org_id, n, effective_from, policies) SELECT gen_random_uuid(), id, 1, CURRENT_DATE, policies FROM made`,
      },
      [id, name, JSON.stringify(policies), isDefault, phone, address],
    );
    return id;
  }

  async user(
    account: Pick<DemoAccount, 'email' | 'roles' | 'name' | 'npi'>,
    orgId: string | null,
    passwordHash: string,
  ): Promise<string> {
    const id = randomUUID();
    await this.users.insert({
      id,
      org_id: orgId,
      email: account.email,
      email_verified_at: () => 'now()',
      password_hash: passwordHash,
      roles: account.roles,
      display_name: account.name,
      npi: account.npi ?? null,
    });
    return id;
  }

  /** Where the demo's patients have their blood drawn. */
  async laboratory(orgId: string, madeBy: string): Promise<string> {
    const id = randomUUID();
    await this.laboratories.insert({ ...DEMO_LABORATORY, id, org_id: orgId, created_by: madeBy });
    return id;
  }

  async pharmacy(orgId: string, madeBy: string): Promise<void> {
    await this.pharmacies.insert({ ...DEMO_PHARMACY, id: randomUUID(), org_id: orgId, created_by: madeBy });
  }

  async totp(userId: string, secretEnc: string): Promise<void> {
    await this.totps.insert({ user_id: userId, secret_enc: secretEnc, confirmed_at: () => 'now()' });
  }

  async actor(email: string): Promise<Actor> {
    const row = await this.db.one<Pick<Actor, 'userId' | 'orgId' | 'roles' | 'patientId'>>(
      {
        name: 'demo-actor',
        text: `SELECT u.id AS "userId", u.org_id AS "orgId", u.roles, p.id AS "patientId" FROM users u LEFT JOIN patients p ON p.user_id = u.id WHERE u.email = $1`,
      },
      [email],
    );
    if (!row) throw new Error('The demo lost one of its people');
    return {
      ...row,
      sessionId: row.userId,
      email,
      displayName: null,
      emailVerified: true,
      mfaEnabled: false,
      orgName: null,
      systemWide: false,
      orgTimezone: 'America/New_York',
      timezone: 'America/New_York',
      aal: 1,
      sessionExpiresAt: new Date(),
      provenRecently: true,
      policies: {
        mfaRequiredForStaff: false,
        stepUpForPrescribing: false,
        clinicalActsNeedProvider: false,
        breakGlassReason: false,
      },
    };
  }

  /** Moves a just approved treatment into the past. */
  async backdate(
    patientId: string,
    startedOn: string,
    nextReviewOn: string,
    signedOn: string,
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'demo-backdate-documents',
        text: `UPDATE documents SET finalized_at = $2::date + interval '14 hours', created_at = $2::date + interval '14 hours' WHERE patient_id = $1`,
      },
      [patientId, signedOn],
    );
    await this.db.rows(
      {
        name: 'demo-backdate-intake',
        text: `UPDATE intakes SET submitted_at = $2::date + interval '14 hours', saved_at = $2::date + interval '14 hours', created_at = $2::date WHERE patient_id = $1`,
      },
      [patientId, signedOn],
    );
    await this.db.rows(
      {
        name: 'demo-backdate-plan',
        text: `UPDATE plans SET approved_at = $2::date + interval '15 hours', created_at = $2::date + interval '9 hours', next_review_on = $3
          WHERE patient_id = $1 AND lifecycle = 'approved'`,
      },
      [patientId, startedOn, nextReviewOn],
    );
    await this.db.rows(
      {
        name: 'demo-backdate-case',
        text: `UPDATE cases SET created_at = $2::date - interval '5 days', bp_recorded_on = LEAST($2::date + 42, CURRENT_DATE),
          therapy_start_assumed = false,
          extras = extras || jsonb_build_object('therapy_started_on', $2::text, 'last_change_on', $2::text) WHERE patient_id = $1`,
      },
      [patientId, startedOn],
    );
  }

  /** Makes a just requested plan look as if it had been pending for a while. */
  async waiting(patientId: string, hours: number): Promise<void> {
    await this.db.rows(
      {
        name: 'demo-waiting',
        text: `UPDATE plans SET created_at = now() - make_interval(hours => $2), updated_at = now() - make_interval(hours => $2)
          WHERE patient_id = $1 AND lifecycle = 'pending_review'`,
      },
      [patientId, hours],
    );
  }

  /** The order in use was filled three times; an older one is over, and a new one waits. */
  async prescriptionHistory(patientId: string): Promise<void> {
    const copy = (name: string, status: string, more: string, values: string) =>
      this.db.rows(
        {
          name: `demo-prescription-${name}`,
          text: `INSERT INTO prescriptions (id, org_id, case_id, plan_id, patient_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills,
              status, draft_action, approved_at, approved_by, created_at${more})
            SELECT gen_random_uuid(), org_id, case_id, plan_id, patient_id, formulation, drug, dose, sig, frequency, route, quantity, days_supply, refills,
              '${status}', ${values} FROM prescriptions WHERE patient_id = $1 AND status = 'accepted' AND ended_reason IS NULL AND fills = 0 LIMIT 1`,
        },
        [patientId],
      );
    await copy(
      'past',
      'canceled',
      ', ended_reason',
      `'new', now() - interval '338 days', approved_by, now() - interval '339 days', 'replaced'`,
    );
    await copy('draft', 'draft', '', `'will_replace', NULL, NULL, now() - interval '2 hours'`);
    await this.db.rows(
      {
        name: 'demo-prescription-filled',
        text: `UPDATE prescriptions SET status = 'filled', draft_action = 'will_replace', approved_at = now() - interval '82 days', created_at = now() - interval '83 days',
            sent_at = now() - interval '82 days', filled_at = now() - interval '80 days', fills = 3 WHERE patient_id = $1 AND status = 'accepted'`,
      },
      [patientId],
    );
    // Each fill on the last day of the previous one: the third lasts four more days, and the next can be requested.
    await this.db.rows(
      {
        name: 'demo-dispense',
        text: `INSERT INTO dispenses (id, org_id, patient_id, prescription_id, n, filled_on, quantity, days, source)
          SELECT gen_random_uuid(), x.org_id, x.patient_id, x.id, n, (x.filled_at AT TIME ZONE o.timezone)::date + (n - 1) * x.days_supply, x.quantity, x.days_supply, 'pharmacy'
          FROM prescriptions x JOIN organisations o ON o.id = x.org_id, generate_series(1, x.fills) n WHERE x.patient_id = $1 AND x.status = 'filled'`,
      },
      [patientId],
    );
  }

  /** A dose raised to the top of its range. */
  async setDose(patientId: string, dose: number): Promise<void> {
    await this.db.rows(
      {
        name: 'demo-dose',
        text: `UPDATE plans SET dose = $2 WHERE patient_id = $1 AND lifecycle = 'approved'`,
      },
      [patientId, dose],
    );
  }

  /** The day the demo's dates are counted from. */
  async madeOn(): Promise<string> {
    const row = await this.db.one<{ day: string }>({
      name: 'demo-made-on',
      text: `SELECT (created_at AT TIME ZONE timezone)::date::text AS day FROM organisations WHERE is_default`,
    });
    return row!.day;
  }

  /** Moves all dates of the demo's patients by some days. */
  async shift(days: number): Promise<void> {
    const own = `(SELECT p.id FROM patients p JOIN users u ON u.id = p.user_id WHERE u.email LIKE '%@demo.test')`;
    const later = (columns: string[], unit = `make_interval(days => ${days})`) =>
      columns.map((c) => `${c} = ${c} + ${unit}`).join(', ');
    const moves = [
      `UPDATE plans SET ${later(['approved_at', 'created_at', 'updated_at'])}, next_review_on = next_review_on + ${days} WHERE patient_id IN ${own}`,
      `UPDATE prescriptions SET ${later(['approved_at', 'sent_at', 'filled_at', 'created_at', 'updated_at'])} WHERE patient_id IN ${own}`,
      `UPDATE dispenses SET filled_on = filled_on + ${days}, created_at = created_at + make_interval(days => ${days}) WHERE patient_id IN ${own}`,
      `UPDATE refill_requests SET requested_on = requested_on + ${days}, due_by = due_by + ${days}, run_out_on = run_out_on + ${days}, ${later(['decided_at', 'labs_asked_at', 'visit_asked_at', 'created_at', 'updated_at'])} WHERE patient_id IN ${own}`,
      `UPDATE doses SET ${later(['taken_at', 'created_at', 'removed_at'])} WHERE patient_id IN ${own}`,
      `UPDATE lab_panels SET ${later(['collected_at', 'created_at', 'reviewed_at'])}, due_on = due_on + ${days},
        collected_as_sent = (collected_as_sent::date + ${days})::text || substr(collected_as_sent, 11) WHERE patient_id IN ${own}`,
      `UPDATE lab_revisions SET ${later(['at'])} WHERE panel_id IN (SELECT id FROM lab_panels WHERE patient_id IN ${own})`,
      `UPDATE lab_call_backs SET ${later(['at'])}, called_on = called_on + ${days} WHERE panel_id IN (SELECT id FROM lab_panels WHERE patient_id IN ${own})`,
      `UPDATE lab_orders SET ${later(['ordered_at', 'canceled_at', 'updated_at'])}, window_from = window_from + ${days}, due_on = due_on + ${days},
        drawn_on = drawn_on + ${days} WHERE patient_id IN ${own}`,
      `UPDATE intakes SET ${later(['submitted_at', 'saved_at', 'created_at'])} WHERE patient_id IN ${own}`,
      `UPDATE cases SET ${later(['created_at', 'updated_at'])}, extras = extras || (
          SELECT COALESCE(jsonb_object_agg(key, (value::date + ${days})::text), '{}') FROM jsonb_each_text(extras) WHERE key LIKE '%_on')
        WHERE patient_id IN ${own}`,
      // The new date of the newest blood pressure was stored as a separate reading.
      `DELETE FROM pressure_readings r USING cases c WHERE c.id = r.case_id AND c.patient_id IN ${own} AND r.measured_on = (c.extras->>'bp_on')::date`,
      `UPDATE pressure_readings SET measured_on = measured_on + ${days} WHERE case_id IN (SELECT id FROM cases WHERE patient_id IN ${own})`,
      `UPDATE discontinuations SET effective_on = effective_on + ${days} WHERE case_id IN (SELECT id FROM cases WHERE patient_id IN ${own})`,
      `UPDATE appointments SET ${later(['starts_at', 'ends_at', 'started_at', 'ended_at', 'created_at', 'updated_at'])},
        preferred = ARRAY(SELECT t + make_interval(days => ${days}) FROM unnest(preferred) WITH ORDINALITY u (t, n) ORDER BY n) WHERE patient_id IN ${own}`,
      `UPDATE message_threads SET ${later(['last_message_at', 'waiting_since', 'created_at'])} WHERE patient_id IN ${own}`,
      `UPDATE messages SET ${later(['sent_at', 'read_at', 'provider_saw_at', 'reviewed_at', 'history_read_at'])} WHERE thread_id IN (SELECT id FROM message_threads WHERE patient_id IN ${own})`,
      `UPDATE check_ins SET ${later(['at'])} WHERE patient_id IN ${own}`,
      `UPDATE patients SET ${later(['last_visit_at'])} WHERE id IN ${own}`,
      `UPDATE organisations SET ${later(['created_at'])}`,
    ];
    for (const [index, text] of moves.entries())
      await this.db.rows({ name: `demo-shift-${index}-${days}`, text });
  }

  /** Licensed and registered in these states; renewed on each start. */
  async license(email: string, states: readonly string[], until: string, verified: string): Promise<void> {
    for (const [table, columns, values] of [
      ['provider_licenses', ', type', `, 'MD'`],
      ['dea_registrations', ', schedules', `, '{II,III,IIIN,IV,V}'::text[]`],
    ] as const)
      await this.db.rows(
        {
          name: `demo-${table}`,
          text: `INSERT INTO ${table} (id, user_id, state, number, expires_on, verified_on${columns})
            SELECT gen_random_uuid(), u.id, s.state, CASE '${table}' WHEN 'dea_registrations' THEN 'FR' ELSE s.state END || to_char(s.n * 1111110 + s.n * 9 % 10, 'FM0000000'), $3::date, $4::date${values}
            FROM users u, unnest($2::text[]) WITH ORDINALITY s (state, n) WHERE u.email = $1
            ON CONFLICT (user_id, state, number) DO UPDATE SET expires_on = EXCLUDED.expires_on, verified_on = EXCLUDED.verified_on`,
        },
        [email, states, until, verified],
      );
  }

  /** On each start: renews checks that are only valid for a week. */
  async renewChecks(today: string): Promise<void> {
    await this.db.rows(
      {
        name: 'demo-renew-checks',
        text: `UPDATE cases c SET extras = extras || jsonb_build_object('pdmp_checked_on', $1::text, 'in_person_eval_on', $1::text)
          FROM patients p JOIN users u ON u.id = p.user_id WHERE p.id = c.patient_id AND u.email LIKE '%@demo.test'`,
      },
      [today],
    );
    await this.renewRecords(today);
  }

  /** The same as records; an older demo without them gets them here. */
  private async renewRecords(today: string): Promise<void> {
    const own = `FROM cases c JOIN patients p ON p.id = c.patient_id JOIN users u ON u.id = p.user_id
      JOIN users d ON d.email = CASE WHEN EXISTS (SELECT 1 FROM organisations o WHERE o.id = c.org_id AND o.is_default)
        THEN 'provider@demo.test' ELSE 'north@demo.test' END
      WHERE u.email LIKE '%@demo.test' AND c.extras ? 'pdmp_checked_on'`;
    for (const [name, text] of Object.entries({
      place: `UPDATE patients p SET location_attested_on = $1::date FROM users u
        WHERE u.id = p.user_id AND u.email LIKE '%@demo.test' AND p.location_state IS NOT NULL`,
      checks: `INSERT INTO pdmp_checks (id, org_id, patient_id, state, queried_on, queried_by, finding)
        SELECT gen_random_uuid(), c.org_id, c.patient_id, p.location_state, $1::date, d.id, 'as_expected' ${own}
          AND NOT EXISTS (SELECT 1 FROM pdmp_checks k WHERE k.patient_id = p.id AND k.queried_on = $1::date)`,
      bases: `INSERT INTO telemed_bases (id, org_id, patient_id, kind, on_day, by_provider_id, recorded_by)
        SELECT gen_random_uuid(), c.org_id, c.patient_id, 'in_person', $1::date, d.id, d.id ${own}
          AND NOT EXISTS (SELECT 1 FROM telemed_bases b WHERE b.patient_id = p.id)`,
    }))
      await this.db.rows({ name: `demo-renew-record-${name}`, text }, [today]);
  }
}
