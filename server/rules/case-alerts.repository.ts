import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not } from 'typeorm';
import type { AlertReport, CaseAlert, EmergencyContact, MisreadAlert } from '#common/api/index.js';
import { SEVERE_REPORTS, titleOf, urgencyOf, type Evidence } from '#common/clinical/index.js';
import type { AlertAction } from '#common/vocabulary/index.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { isWorse } from './alert-changes.js';
import { CaseAlert as AlertRow } from './rule.entities.js';
import { openEvidence, sealEvidence, type SealedEvidence } from '../cases/alert-evidence.js';

export interface JudgedAlert {
  rule_key: string;
  severity: CaseAlert['severity'];
  message: string;
  evidence: readonly Evidence[];
}

/** What no rule opened; the care team closes it. */
export interface RaisedAlert {
  rule_key: string;
  severity: CaseAlert['severity'];
  message: string;
  /** Where the patient wrote of it. */
  place?: AlertReport['place'];
  /** The thread of the message. */
  thread_id?: string | undefined;
  /** Ticked in a form that was not sent yet. */
  unsent?: boolean;
}

type Row = Pick<
  AlertRow,
  | 'id'
  | 'rule_key'
  | 'severity'
  | 'message'
  | 'by_rule'
  | 'reports'
  | 'created_at'
  | 'acknowledged_at'
  | 'acknowledged_action'
  | 'acknowledged_note_enc'
  | 'contacts_enc'
  | 'acknowledged_by'
  | 'recheck_on'
> &
  SealedEvidence;

type OpenRow = Pick<
  AlertRow,
  'id' | 'rule_key' | 'severity' | 'message' | 'urgency' | 'acknowledged_at' | 'recheck_on'
> &
  SealedEvidence;
/** An open alert of a rule, decrypted. */
type Standing = Omit<OpenRow, 'evidence_enc'>;

/** Waits for a clinician again. */
const UNANSWERED = {
  acknowledged_at: null,
  acknowledged_by: null,
  acknowledged_action: null,
  recheck_on: null,
  acknowledged_note_enc: null,
};

/** So many days an alert that was closed as misread is shown, and can be opened again. */
export const MISREAD_SHOWN_DAYS = 7;

/** If it stays the same, nothing is written. */
const shown = ({ evidence, message, severity, urgency }: JudgedAlert & { urgency: number }): string =>
  JSON.stringify([evidence, message, severity, urgency]);

export const alertNotePlace = (id: string): string => `case_alerts.acknowledged_note:${id}`;
const contactsPlace = (id: string): string => `case_alerts.contacts:${id}`;

/** The open alerts of a case. Callers hold the case. */
@Injectable()
export class CaseAlerts {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(AlertRow) private readonly alerts: Rows<AlertRow>,
  ) {}

  async open(caseId: string): Promise<CaseAlert[]> {
    const rows = await this.db.rows<Row>(
      {
        name: 'alerts-open',
        text: `SELECT a.id, a.rule_key, a.severity, a.message, a.created_at, a.by_rule, a.evidence, a.evidence_enc, a.reports, a.acknowledged_at, a.acknowledged_action,
            a.acknowledged_note_enc, a.contacts_enc, COALESCE(u.display_name, u.email) AS acknowledged_by, a.recheck_on::text AS recheck_on
          FROM case_alerts a LEFT JOIN users u ON u.id = a.acknowledged_by WHERE a.case_id = $1 AND a.closed_at IS NULL
          ORDER BY a.acknowledged_at IS NOT NULL, array_position(ARRAY['critical', 'warning', 'info'], a.severity), a.urgency DESC, a.created_at DESC, a.id`,
      },
      [caseId],
    );
    return rows.map((row) => this.wire(row));
  }

  /**
   * One open alert a rule and case: opened, renewed with the values of today, and closed when the rule stops firing. A severe
   * report waits for its answer, whatever the patient reports next.
   */
  async sync(
    record: { id: string; org_id: string },
    today: string,
    alerts: readonly JudgedAlert[],
  ): Promise<void> {
    const over = {
      case_id: record.id,
      closed_at: IsNull(),
      by_rule: true,
      rule_key: Not(In([...alerts.map((a) => a.rule_key), ...SEVERE_REPORTS])),
    };
    const answered = SEVERE_REPORTS.filter((key) => alerts.every((a) => a.rule_key !== key));
    await this.alerts.update([over, { ...over, rule_key: In(answered), acknowledged_at: Not(IsNull()) }], {
      closed_at: () => 'now()',
    });
    const standing = await this.standing(record.id);
    await this.reopen(standing, today, alerts);
    await this.write(
      record,
      alerts.flatMap((alert) => {
        const was = standing.find(({ rule_key }) => rule_key === alert.rule_key);
        const next = { ...alert, urgency: urgencyOf(alert.rule_key, true) };
        return was && shown(was) === shown(next) ? [] : { ...next, id: was?.id ?? randomUUID() };
      }),
    );
  }

  /** Opens one that no rule stands for; a second one of its kind is added with its time, and brings back an acknowledged one. */
  async raise(known: { id: string; org_id: string }, alert: RaisedAlert): Promise<void> {
    await this.db.rows(
      {
        name: 'alert-raise',
        text: `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message, urgency, by_rule, reports)
          VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $7, false, 
            CASE WHEN $6::text IS NULL THEN '[]' ELSE jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('at', now(), 'place', $6::text, 'thread_id', $8::text, 'unsent', NULLIF($9::boolean, false)))) END)
          ON CONFLICT (case_id, rule_key) WHERE closed_at IS NULL
          DO UPDATE SET message = excluded.message, reports = case_alerts.reports || excluded.reports,
            created_at = CASE WHEN $6::text IS NULL THEN now() ELSE case_alerts.created_at END,
            acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, recheck_on = NULL, acknowledged_note_enc = NULL`,
      },
      [
        known.org_id,
        known.id,
        alert.rule_key,
        alert.severity,
        alert.message,
        alert.place ?? null,
        urgencyOf(alert.rule_key, false),
        alert.thread_id ?? null,
        alert.unsent ?? false,
      ],
    );
  }

  /**
   * The logged dose that opened an alert was taken back: the alert stays, and says so. In the transaction of the removal; a
   * dose and its report have one time, that of their transaction.
   */
  async doseRemoved(caseId: string, doseId: string): Promise<void> {
    await this.db.rows(
      {
        name: 'alert-dose-removed',
        text: `UPDATE case_alerts a SET
            reports = (SELECT jsonb_agg(CASE WHEN (r ->> 'at')::timestamptz = d.created_at AND r ->> 'place' = 'dose'
              THEN r || jsonb_build_object('removed_at', d.removed_at) ELSE r END ORDER BY n) FROM jsonb_array_elements(a.reports) WITH ORDINALITY AS e(r, n)),
            message = a.message || CASE WHEN (a.reports -> -1 ->> 'at')::timestamptz = d.created_at THEN
              to_char(d.removed_at AT TIME ZONE o.timezone, '" The entry was removed by the patient on" FMMonth FMDD "at" FMHH12:MI AM"."') ELSE '' END
          FROM doses d JOIN organisations o ON o.id = d.org_id
          WHERE a.case_id = $1 AND d.id = $2 AND a.closed_at IS NULL
            AND EXISTS (SELECT 1 FROM jsonb_array_elements(a.reports) r WHERE r ->> 'place' = 'dose' AND (r ->> 'at')::timestamptz = d.created_at)`,
      },
      [caseId, doseId],
    );
  }

  /** The form came in which these were ticked: their last report is of it. Those that were told before it came. */
  async formSent(case_id: string, ruleKeys: readonly string[]): Promise<string[]> {
    const rows = await this.db.rows<{ rule_key: string }>(
      {
        name: 'alert-form-sent',
        text: `UPDATE case_alerts SET reports = jsonb_set(reports, '{-1}', (reports -> -1) - 'unsent')
          WHERE case_id = $1 AND rule_key = ANY($2) AND (reports -> -1 ->> 'unsent')::boolean
            AND (reports -> -1 ->> 'at')::timestamptz > now() - interval '24 hours' RETURNING rule_key`,
      },
      [case_id, ruleKeys],
    );
    return rows.map((row) => row.rule_key);
  }

  /** What happened again is open again, though someone had acknowledged it. In the transaction of what happened. */
  async askAgain(case_id: string, rule_key: string): Promise<void> {
    await this.alerts.update({ case_id, rule_key, closed_at: IsNull() }, UNANSWERED);
  }

  async close(id: string): Promise<void> {
    await this.alerts.update({ id, closed_at: IsNull() }, { closed_at: () => 'now()' });
  }

  private async standing(caseId: string): Promise<Standing[]> {
    const rows = await this.db.rows<OpenRow>(
      {
        name: 'alerts-standing',
        text: `SELECT id, rule_key, severity, urgency, message, evidence, evidence_enc, acknowledged_at, recheck_on::text AS recheck_on
          FROM case_alerts WHERE case_id = $1 AND closed_at IS NULL`,
      },
      [caseId],
    );
    return rows.map((row) => ({ ...row, evidence: openEvidence(this.cipher, row) }));
  }

  private async write(
    record: { id: string; org_id: string },
    alerts: readonly (JudgedAlert & { id: string; urgency: number })[],
  ): Promise<void> {
    if (!alerts.length) return;
    await this.db.rows(
      {
        name: 'alerts-raise',
        text: `INSERT INTO case_alerts (id, org_id, case_id, rule_key, severity, message, evidence_enc, urgency)
          SELECT a.id, $1, $2, a.rule_key, a.severity, a.message, a.evidence, a.urgency
          FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::smallint[]) a (id, rule_key, severity, message, evidence, urgency)
          ON CONFLICT (case_id, rule_key) WHERE closed_at IS NULL DO UPDATE SET evidence = '[]', evidence_enc = excluded.evidence_enc,
            message = excluded.message, severity = excluded.severity, urgency = excluded.urgency WHERE case_alerts.id = excluded.id`,
      },
      [
        record.org_id,
        record.id,
        alerts.map((a) => a.id),
        alerts.map((a) => a.rule_key),
        alerts.map((a) => a.severity),
        alerts.map((a) => a.message),
        alerts.map((a) => sealEvidence(this.cipher, a.id, a.evidence)),
        alerts.map((a) => a.urgency),
      ],
    );
  }

  /** false: it is not open, or acknowledged already. */
  async acknowledge(
    id: string,
    by: string,
    {
      action,
      recheckOn,
      note,
      misread = false,
    }: { action: AlertAction; recheckOn: string | null; note: string; misread?: boolean },
  ): Promise<boolean> {
    const { affected } = await this.alerts.update(
      { id, closed_at: IsNull() },
      {
        acknowledged_at: () => 'now()',
        acknowledged_by: by,
        acknowledged_action: action,
        recheck_on: recheckOn,
        acknowledged_note_enc: this.cipher.encrypt(note, alertNotePlace(id)),
        misread,
        closed_at: action === 'recheck' ? null : () => 'CASE WHEN by_rule THEN NULL ELSE now() END',
      },
    );
    return affected === 1;
  }

  /** The alerts of a case that were closed as misread in the last days. */
  async misread(caseId: string): Promise<MisreadAlert[]> {
    const rows = await this.db.rows<
      Omit<MisreadAlert, 'closed_at' | 'note'> & { closed_at: Date; note_enc: string }
    >(
      {
        name: 'alerts-misread',
        text: `SELECT a.id, a.rule_key, a.message, a.reports, a.closed_at, COALESCE(u.display_name, u.email) AS by, a.acknowledged_note_enc AS note_enc
          FROM case_alerts a JOIN users u ON u.id = a.acknowledged_by
          WHERE a.case_id = $1 AND a.misread AND a.closed_at > now() - make_interval(days => $2) ORDER BY a.closed_at DESC, a.id`,
      },
      [caseId, MISREAD_SHOWN_DAYS],
    );
    return rows.map(({ closed_at, note_enc, ...alert }) => ({
      ...alert,
      closed_at: closed_at.toISOString(),
      note: this.cipher.decrypt(note_enc, alertNotePlace(alert.id)),
    }));
  }

  /** Takes back that it was misread. */
  async openAgain(id: string): Promise<void> {
    await this.alerts.update({ id, misread: true }, { ...UNANSWERED, misread: false, closed_at: null });
  }

  /** Adds a call to the patient in an emergency: the alert stays as it is. */
  async contacted(
    { id, contacts }: CaseAlert,
    by: string,
    contact: Omit<EmergencyContact, 'by' | 'recorded_at'>,
    now: Date,
  ): Promise<void> {
    const [user] = await this.db.rows<{ name: string }>(
      {
        name: 'alert-contact-by',
        text: 'SELECT COALESCE(display_name, email) AS name FROM users WHERE id = $1',
      },
      [by],
    );
    const added: EmergencyContact = { ...contact, by: user?.name ?? '', recorded_at: now.toISOString() };
    await this.alerts.update(
      { id, closed_at: IsNull() },
      { contacts_enc: this.cipher.encryptJson([...contacts, added], contactsPlace(id)) },
    );
  }

  /** An acknowledged one comes back when its day is over, or when the value got worse. */
  private async reopen(
    standing: readonly Standing[],
    today: string,
    alerts: readonly JudgedAlert[],
  ): Promise<void> {
    const due = standing.filter(({ rule_key, evidence, acknowledged_at, recheck_on }) => {
      if (!acknowledged_at) return false;
      const now = alerts.find((alert) => alert.rule_key === rule_key)?.evidence ?? [];
      return (recheck_on !== null && recheck_on < today) || isWorse(evidence, now);
    });
    if (!due.length) return;
    await this.alerts.update({ id: In(due.map((alert) => alert.id)) }, UNANSWERED);
  }

  private wire({
    acknowledged_at,
    acknowledged_action,
    acknowledged_note_enc,
    contacts_enc,
    acknowledged_by,
    recheck_on,
    created_at,
    by_rule,
    evidence_enc,
    ...alert
  }: Row): CaseAlert {
    return {
      ...alert,
      evidence: openEvidence(this.cipher, { ...alert, evidence_enc }),
      title: by_rule && alert.rule_key ? titleOf(alert.rule_key) : null,
      created_at: created_at.toISOString(),
      contacts: contacts_enc
        ? this.cipher.decryptJson<EmergencyContact[]>(contacts_enc, contactsPlace(alert.id))
        : [],
      acknowledged:
        acknowledged_at && acknowledged_action && acknowledged_by
          ? {
              by: acknowledged_by,
              at: acknowledged_at.toISOString(),
              action: acknowledged_action,
              recheck_on,
              note:
                acknowledged_note_enc && this.cipher.decrypt(acknowledged_note_enc, alertNotePlace(alert.id)),
            }
          : null,
    };
  }
}
