import { Injectable } from '@nestjs/common';
import type { OrganisationPolicies } from '#common/api/index.js';
import {
  READ_ALERTS,
  type ApprovedProduct,
  type EarlierDoses,
  type EndedPause,
  type LabPanel as DrawnLabs,
  type UnreadMessages,
  type OpenAlert,
  type PdmpCheck,
  type PlanFacts,
  type PrescriptionFacts,
  type RecentEmergency,
  type TherapyHold,
  type TherapyStop,
} from '#common/clinical/index.js';
import { EMERGENCY_ALERT_KEYS } from '#common/emergency/emergency-kinds.js';
import type { Case } from '../cases/case.entity.js';
import { heldDaysSince } from '../cases/held-days.js';
import { Db } from '../database/db.js';
import { HOURS_BESIDE_LOG, HOURS_FROM_LOG } from '../doses/records/logged-hours.js';
import { inUse } from '../prescriptions/records/order-in-use.js';
import { isToReview } from '../messages/records/to-review.js';
import { labsMissing } from '../supply/records/labs-wanted.js';
import { KEPT_TEXTS, type KeptTexts } from './told-texts.js';
import type { KeptSafetyCheck } from './safety-facts.js';

export interface CaseRow
  extends
    KeptTexts,
    Pick<
      Case,
      | 'id'
      | 'org_id'
      | 'patient_id'
      | 'status'
      | 'extras'
      | 'bp_recorded_on'
      | 'bp_entered_at'
      | 'therapy_start_assumed'
      | 'awaits_intake'
    > {
  timezone: string;
  policies: OrganisationPolicies;
  document_id: string | null;
  data_enc: string | null;
  finalized_at: Date | null;
  education: boolean;
  last_fill: { order_id: string; filled_on: string; days_supply: number; paused_days: number } | null;
  /** The last fill is the first of its product: its formulation. */
  first_fill_of: string | null;
  last_sent: { sent_on: string; days_supply: number } | null;
  sent_today: string[] | null;
  approved_products: ApprovedProduct[] | null;
  dose_changes: ApprovedProduct[] | null;
  earlier_doses: EarlierDoses;
  /** The form was saved after it was submitted. */
  saved_since: boolean;
  order_held: boolean;
  replacing_held: string[] | null;
  ended: { on: string; follow_up_labs: boolean } | null;
  stopped: TherapyStop | null;
  alerts: OpenAlert[] | null;
  emergencies: KeptEmergency[] | null;
  hold: TherapyHold | null;
  ended_pauses: EndedPause[] | null;
  open_discrepancies: PdmpCheck[] | null;
  first_approved_on: string | null;
  /** A refill that waits for labs: the day it was asked, and the tests that are missing. */
  labs_requested: {
    on: string;
    tests: string[];
    run_out_on: string | null;
    last_dose_at: string | null;
  } | null;
  patient_timezone: string | null;
  location_state: string | null;
  /** Oldest first. */
  reviews:
    | {
        id: string;
        at: string;
        fields_enc: string;
        settled_enc: string | null;
        against_treatment: boolean | null;
        against_enc: string | null;
      }[]
    | null;
  /** Oldest first. */
  checks: (Omit<KeptSafetyCheck, 'data'> & { data_enc: string })[] | null;
  /** The newest ones, oldest first. */
  check_ins: { id: string; on: string; answered: boolean | null; data_enc: string }[] | null;
  began: boolean;
  full_name: string | null;
  unread_messages: UnreadMessages | null;
  /** Records born on the same day under which testosterone is prescribed. */
  treated_others: { name: string; mrn: string }[] | null;
  /** Every intake submitted, oldest first; null if there is only one. */
  submissions: { id: string; on: string; at: string; data_enc: string }[] | null;
}
interface KeptEmergency extends Omit<RecentEmergency, 'agreed'> {
  id: string;
  note_enc: string | null;
}
export interface LabRow {
  patient_id: string;
  id: string;
  version: number;
  collected_as_sent: string;
  since_last_dose_h: number | null;
  /** From the dose log, where the draw has none of its own. */
  logged_h: number | null;
  /** The dose log, where the draw has hours of its own that no one confirmed against it. */
  log_says_h: number | null;
  called: boolean;
  entered_at: Date;
  results: DrawnLabs['results'];
  limits: DrawnLabs['limits'] | null;
}
export interface PlanRow extends PlanFacts {
  case_id: string;
  lifecycle: 'approved' | 'pending_review';
}
export interface DraftRow extends PrescriptionFacts {
  case_id: string;
}

/** A raised blood pressure in one of them counts until a clinician measures again. */
const LATEST_CHECK_INS = 12;

/** So many approved plans tell how the product was changed lately. */
const LATEST_PLANS = 20;

/** A stop so many days before the last one counts with it: a restart in between does not take it away. */
const LAST_STOP_DAYS = 120;

/** An alert and the message it is about are stored one after the other. */
const SAME_MOMENT_S = 5;

/** For as many days after an emergency each approval says why. */
const RECENT_DAYS = 7;

/** What the patient took before; a dose of a treatment that was ended is none. `c` is the case. */
const EARLIER_DOSES = `jsonb_build_object(
  'sent', COALESCE((SELECT jsonb_agg(s ORDER BY s.at DESC) FROM (
    SELECT f.id AS order_id, f.formulation, f.dose, f.frequency, COALESCE(f.filled_at, f.sent_at) AS at,
      EXISTS (SELECT 1 FROM plans l WHERE l.id = f.plan_id AND l.lifecycle = 'approved') AS of_active_plan
    FROM prescriptions f WHERE f.case_id = c.id AND f.status IN ('accepted', 'filled') AND COALESCE(f.filled_at, f.sent_at) > ended.at
    ORDER BY at DESC LIMIT 2) s), '[]'),
  'plan', (SELECT jsonb_build_object('formulation', l.formulation, 'dose', l.dose, 'frequency', l.frequency) FROM plans l
    WHERE l.case_id = c.id AND l.lifecycle = 'previous' AND l.approved_at > ended.at ORDER BY l.approved_at DESC LIMIT 1),
  'approved_at', (SELECT l.approved_at FROM plans l WHERE l.case_id = c.id AND l.lifecycle = 'approved' LIMIT 1),
  'approved_against', COALESCE((SELECT to_jsonb(l.override_rules) FROM plans l
    WHERE l.case_id = c.id AND l.lifecycle = 'approved' LIMIT 1), '[]'))`;

/** Approvals in this treatment that changed what the one before said. `c` is the case. */
const DOSE_CHANGES = `(SELECT jsonb_agg(jsonb_build_object('formulation', l.formulation, 'on', (l.approved_at AT TIME ZONE o.timezone)::date) ORDER BY l.approved_at)
  FROM (SELECT formulation, approved_at, (formulation, dose, frequency) IS DISTINCT FROM
      lag((formulation, dose, frequency)) OVER (ORDER BY approved_at, id) AND row_number() OVER (ORDER BY approved_at, id) > 1 AS changed
    FROM plans WHERE case_id = c.id AND approved_at > ended.at) l WHERE l.changed)`;

/** Pauses by a hematocrit rule that ended within a year, with the plan they found and those approved since. `c` is the case. */
const ENDED_PAUSES = `(SELECT jsonb_agg(jsonb_build_object('since', h.since, 'ended_on', (h.ended_at AT TIME ZONE o.timezone)::date, 'ended_at', h.ended_at,
    'plan', jsonb_build_object('formulation', found.formulation, 'dose', found.dose, 'frequency', found.frequency),
    'approved_since', COALESCE((SELECT jsonb_agg(jsonb_build_object('formulation', l.formulation, 'dose', l.dose, 'frequency', l.frequency) ORDER BY l.approved_at)
      FROM plans l WHERE l.case_id = c.id AND l.approved_at > h.created_at), '[]')) ORDER BY h.ended_at DESC, h.id)
  FROM therapy_holds h CROSS JOIN LATERAL (SELECT l.formulation, l.dose, l.frequency FROM plans l
    WHERE l.case_id = c.id AND l.approved_at <= h.created_at ORDER BY l.approved_at DESC, l.id LIMIT 1) found
  WHERE h.case_id = c.id AND h.rule_key LIKE 'hct%' AND h.ended_at > now() - interval '367 days')`;

/** Orders of a newer plan than that of every order on hold, while there is one. `c` is the case. */
const REPLACING_HELD = `(SELECT jsonb_agg(n.id ORDER BY n.created_at, n.id) FROM prescriptions n JOIN plans w ON w.id = n.plan_id
  WHERE n.case_id = c.id AND n.status IN ('draft', 'submitted', 'accepted') AND n.ended_reason IS NULL AND w.lifecycle IN ('approved', 'pending_review')
    AND w.created_at > (SELECT max(COALESCE(h.created_at, f.created_at)) FROM prescriptions f LEFT JOIN plans h ON h.id = f.plan_id
      WHERE f.case_id = c.id AND f.id <> n.id AND f.on_hold_since IS NOT NULL AND ${inUse('f')}))`;

/** What the facts of cases are drawn from. Callers have checked that the actor may reach these cases. */
@Injectable()
export class CaseFactsRepository {
  constructor(private readonly db: Db) {}

  cases(ids: readonly string[]): Promise<CaseRow[]> {
    return this.db.rows<CaseRow>(
      {
        name: 'facts-cases',
        text: `SELECT c.id, c.org_id, c.patient_id, c.status, c.extras, c.bp_recorded_on::text AS bp_recorded_on, c.bp_entered_at, c.therapy_start_assumed, c.awaits_intake, o.timezone, p.timezone AS patient_timezone, p.location_state, o.policies, d.id AS document_id, d.data_enc, d.finalized_at,
            EXISTS (SELECT 1 FROM documents e WHERE e.patient_id = c.patient_id AND e.slug = 'education') AS education,
            (SELECT jsonb_build_object('order_id', f.prescription_id, 'filled_on', f.filled_on, 'days_supply', f.days,
                'paused_days', ${heldDaysSince('c.id', 'f.filled_on', 'o.timezone')}) FROM dispenses f
              WHERE f.patient_id = c.patient_id ORDER BY f.filled_on DESC, f.n DESC LIMIT 1) AS last_fill,
            (SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM dispenses e JOIN prescriptions y ON y.id = e.prescription_id
                WHERE e.patient_id = f.patient_id AND e.id <> f.id AND y.formulation = x.formulation) THEN x.formulation END
              FROM dispenses f JOIN prescriptions x ON x.id = f.prescription_id
              WHERE f.patient_id = c.patient_id ORDER BY f.filled_on DESC, f.n DESC LIMIT 1) AS first_fill_of,
            (SELECT jsonb_build_object('sent_on', (f.sent_at AT TIME ZONE o.timezone)::date, 'days_supply', f.days_supply) FROM prescriptions f
              WHERE f.case_id = c.id AND f.sent_at IS NOT NULL AND (f.status = 'accepted' OR (f.status = 'canceled'
                AND f.sent_at + make_interval(days => f.days_supply) > now() AND EXISTS (SELECT 1 FROM case_alerts a
                  WHERE a.case_id = c.id AND a.rule_key = 'order_canceled' AND a.closed_at IS NULL)))
              ORDER BY f.sent_at DESC LIMIT 1) AS last_sent,
            (SELECT jsonb_agg(f.id ORDER BY f.sent_at) FROM prescriptions f WHERE f.case_id = c.id
              AND (f.sent_at AT TIME ZONE o.timezone)::date = (now() AT TIME ZONE o.timezone)::date) AS sent_today,
            (SELECT jsonb_agg(jsonb_build_object('formulation', l.formulation, 'on', (l.approved_at AT TIME ZONE o.timezone)::date) ORDER BY l.approved_at, l.id)
              FROM (SELECT id, formulation, approved_at FROM plans WHERE case_id = c.id AND approved_at IS NOT NULL
                ORDER BY approved_at DESC, id DESC LIMIT ${LATEST_PLANS}) l) AS approved_products,
            ${DOSE_CHANGES} AS dose_changes,
            EXISTS (SELECT 1 FROM prescriptions f WHERE f.case_id = c.id AND f.on_hold_since IS NOT NULL AND ${inUse('f')}) AS order_held,
            ${REPLACING_HELD} AS replacing_held,
            ${EARLIER_DOSES} AS earlier_doses,
            EXISTS (SELECT 1 FROM intakes i WHERE i.patient_id = c.patient_id AND i.status = 'submitted' AND i.saved_at > i.submitted_at) AS saved_since,
            (SELECT jsonb_build_object('on', e.effective_on, 'follow_up_labs', e.follow_up_labs) FROM discontinuations e
              WHERE e.case_id = c.id ORDER BY e.effective_on DESC, e.created_at DESC LIMIT 1) AS ended,
            (SELECT jsonb_build_object('on', max(e.effective_on), 'reasons', jsonb_agg(DISTINCT e.reason_code),
                'rules', COALESCE(jsonb_agg(DISTINCT r.rule) FILTER (WHERE r.rule IS NOT NULL), '[]'))
              FROM discontinuations e LEFT JOIN LATERAL unnest(e.against) r(rule) ON true WHERE e.case_id = c.id
                AND e.effective_on > (SELECT max(l.effective_on) FROM discontinuations l WHERE l.case_id = c.id) - ${LAST_STOP_DAYS} HAVING count(*) > 0) AS stopped,
            (SELECT jsonb_agg(jsonb_build_object('rule_key', a.rule_key, 'message', a.message, 'since', (a.created_at AT TIME ZONE o.timezone)::date)
                ORDER BY a.urgency DESC, a.created_at, a.id)
              FROM case_alerts a WHERE a.case_id = c.id AND a.closed_at IS NULL AND a.acknowledged_at IS NULL AND (a.severity = 'critical' OR a.rule_key = ANY($3))) AS alerts,
            (SELECT jsonb_agg(jsonb_build_object('id', a.id, 'rule_key', a.rule_key, 'closed_on', (a.closed_at AT TIME ZONE o.timezone)::date,
                'note_enc', a.acknowledged_note_enc, 'misread', a.misread,
                'reported_at', GREATEST(a.created_at, (SELECT max((r ->> 'at')::timestamptz) FROM jsonb_array_elements(a.reports) r))) ORDER BY a.closed_at DESC, a.id)
              FROM case_alerts a WHERE a.case_id = c.id AND NOT a.by_rule AND a.rule_key = ANY($2)
                AND (a.closed_at AT TIME ZONE o.timezone)::date >= (now() AT TIME ZONE o.timezone)::date - ${RECENT_DAYS}) AS emergencies,
            (SELECT jsonb_agg(jsonb_build_object('id', k.id, 'on', (k.at AT TIME ZONE o.timezone)::date, 'answered', k.at < c.bp_entered_at, 'data_enc', k.data_enc) ORDER BY k.at, k.id)
              FROM (SELECT id, at, data_enc FROM check_ins WHERE patient_id = c.patient_id ORDER BY at DESC, id DESC LIMIT ${LATEST_CHECK_INS}) k) AS check_ins,
            ${KEPT_TEXTS},
            (SELECT jsonb_build_object('since', h.since, 'rule_key', h.rule_key, 'until', CASE WHEN h.until_analyte IS NOT NULL
              THEN jsonb_build_object('analyte', h.until_analyte, 'at_most', h.until_at_most) END,
              'until_on', (SELECT min(x.until_on) FROM therapy_holds x WHERE x.case_id = c.id AND x.ended_at IS NULL))
              FROM therapy_holds h WHERE h.case_id = c.id AND h.ended_at IS NULL ORDER BY h.by IS NOT NULL LIMIT 1) AS hold,
            (SELECT jsonb_agg(jsonb_build_object('state', k.state, 'queried_on', k.queried_on, 'finding', k.finding) ORDER BY k.queried_on, k.id)
              FROM pdmp_checks k WHERE k.patient_id = c.patient_id AND k.finding = 'discrepancy' AND k.resolved_at IS NULL AND k.state IS NOT NULL) AS open_discrepancies,
            ${ENDED_PAUSES} AS ended_pauses,
            (SELECT min(l.approved_at AT TIME ZONE o.timezone)::date::text FROM plans l WHERE l.case_id = c.id) AS first_approved_on,
            (SELECT jsonb_build_object('on', (r.labs_asked_at AT TIME ZONE o.timezone)::date, 'tests', to_jsonb(${labsMissing('r', 'o')}), 'run_out_on', r.run_out_on,
                'last_dose_at', (SELECT max(s.taken_at) FROM doses s WHERE s.patient_id = c.patient_id AND s.removed_at IS NULL AND NOT s.missed)) FROM refill_requests r WHERE r.patient_id = c.patient_id AND r.labs_asked_at IS NOT NULL
              AND r.state IN ('requested', 'in_review', 'needs_labs', 'needs_visit') AND r.results_on IS NULL ORDER BY r.labs_asked_at DESC, r.id LIMIT 1) AS labs_requested,
            EXISTS (SELECT 1 FROM plans l WHERE l.case_id = c.id AND l.approved_at IS NOT NULL) AS began,
            (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'at', e.finalized_at, 'on', (e.finalized_at AT TIME ZONE o.timezone)::date, 'data_enc', e.data_enc) ORDER BY e.revision)
              FROM documents e WHERE e.patient_id = c.patient_id AND e.slug = 'intake' HAVING count(*) > 1) AS submissions,
            p.full_name,
            (SELECT jsonb_build_object('count', count(*), 'unopened', count(*) FILTER (WHERE m.provider_saw_at IS NULL), 'since', (min(m.sent_at) AT TIME ZONE o.timezone)::date)
              FROM message_threads t JOIN messages m ON m.thread_id = t.id
              WHERE t.patient_id = c.patient_id AND ${isToReview('m')}
                AND (m.provider_saw_at IS NULL OR NOT EXISTS (SELECT 1 FROM case_alerts a CROSS JOIN LATERAL jsonb_array_elements(a.reports) r
                  WHERE a.case_id = c.id AND a.closed_at IS NULL AND r ->> 'thread_id' = t.id::text
                    AND abs(extract(epoch FROM (r ->> 'at')::timestamptz - m.sent_at)) < ${SAME_MOMENT_S}))
              HAVING count(*) > 0) AS unread_messages,
            (SELECT jsonb_agg(jsonb_build_object('name', t.full_name, 'mrn', t.mrn) ORDER BY t.mrn) FROM patients t JOIN cases x ON x.patient_id = t.id
              WHERE t.org_id = p.org_id AND t.dob = p.dob AND t.id <> p.id AND t.full_name IS NOT NULL AND (
                EXISTS (SELECT 1 FROM plans l WHERE l.case_id = x.id AND l.lifecycle = 'approved')
                OR EXISTS (SELECT 1 FROM prescriptions f WHERE f.case_id = x.id AND f.status = 'accepted'))) AS treated_others,
            (SELECT jsonb_agg(jsonb_build_object('id', h.id, 'fields_enc', h.fields_enc, 'settled_enc', h.settled_enc, 'against_treatment', h.against_treatment, 'against_enc', h.against_enc, 'at', h.created_at) ORDER BY h.created_at, h.id) FROM history_reviews h WHERE h.case_id = c.id) AS reviews,
            (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'at', s.at, 'on', (s.at AT TIME ZONE o.timezone)::date, 'data_enc', s.data_enc,
              'answered', s.at < c.bp_entered_at, 'after_intake', d.finalized_at IS NULL OR s.at > d.finalized_at) ORDER BY s.at, s.id) FROM safety_checks s WHERE s.patient_id = c.patient_id) AS checks
          FROM cases c JOIN organisations o ON o.id = c.org_id JOIN patients p ON p.id = c.patient_id
          LEFT JOIN LATERAL (SELECT id, data_enc, finalized_at FROM documents WHERE patient_id = c.patient_id AND slug = 'intake' ORDER BY revision DESC LIMIT 1) d ON true
          CROSS JOIN LATERAL (SELECT COALESCE(max(e.created_at), '-infinity') AS at FROM discontinuations e WHERE e.case_id = c.id) ended
          WHERE c.id = ANY($1)`,
      },
      [ids, EMERGENCY_ALERT_KEYS, READ_ALERTS],
    );
  }

  labs(patientIds: readonly string[]): Promise<LabRow[]> {
    return this.db.rows<LabRow>(
      {
        name: 'facts-labs',
        text: `SELECT l.patient_id, l.id, l.version, l.collected_as_sent, l.since_last_dose_h, ${HOURS_FROM_LOG} AS logged_h, ${HOURS_BESIDE_LOG} AS log_says_h, l.called,
            GREATEST(l.created_at, (SELECT max(v.at) FROM lab_revisions v WHERE v.panel_id = l.id)) AS entered_at, jsonb_object_agg(r.analyte, r.value) AS results,
            jsonb_object_agg(r.analyte, r.comparator) FILTER (WHERE r.comparator IS NOT NULL) AS limits
          FROM lab_panels l JOIN lab_results r ON r.panel_id = l.id
          WHERE l.patient_id = ANY($1) AND l.status = 'completed' GROUP BY l.id ORDER BY l.collected_at, l.id`,
      },
      [patientIds],
    );
  }

  plans(caseIds: readonly string[]): Promise<PlanRow[]> {
    return this.db.rows<PlanRow>(
      {
        name: 'facts-plans',
        text: `SELECT case_id, lifecycle, formulation, dose, frequency, route, target_range_low, target_range_high FROM plans
          WHERE case_id = ANY($1) AND lifecycle IN ('approved', 'pending_review')`,
      },
      [caseIds],
    );
  }

  drafts(caseIds: readonly string[]): Promise<DraftRow[]> {
    return this.db.rows<DraftRow>(
      {
        name: 'facts-drafts',
        text: `SELECT DISTINCT ON (case_id) case_id, formulation, drug, sig, route, dose, frequency, quantity, refills, days_supply FROM prescriptions
          WHERE case_id = ANY($1) AND status IN ('draft', 'submitted') ORDER BY case_id, created_at DESC`,
      },
      [caseIds],
    );
  }
}
