import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CaseAlert, EmergencyContact } from '../../common/api/index.js';
import { titleOf, urgencyOf, type Evidence } from '../../common/clinical/index.js';
import type { AlertAction } from '../../common/vocabulary/index.js';
import { Db } from '../database/db.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { isWorse } from './alert-changes.js';
import { openEvidence, sealEvidence, type SealedEvidence } from '../cases/alert-evidence.js';

export interface JudgedAlert {
  rule_key: string;
  severity: CaseAlert['severity'];
  message: string;
  evidence: readonly Evidence[];
}

interface Row
  extends Omit<CaseAlert, 'created_at' | 'acknowledged' | 'contacts' | 'title' | 'evidence'>, SealedEvidence {
  by_rule: boolean;
  created_at: Date;
  acknowledged_at: Date | null;
  acknowledged_action: AlertAction | null;
  acknowledged_note_enc: string | null;
  contacts_enc: string | null;
  acknowledged_by: string | null;
  recheck_on: string | null;
}

interface OpenRow extends Omit<JudgedAlert, 'evidence'>, SealedEvidence {
  urgency: number;
  acknowledged_at: Date | null;
  recheck_on: string | null;
}
/** An open alert of a rule, decrypted. */
type Standing = Omit<OpenRow, 'evidence_enc'>;

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

  /** One open alert a rule and case: opened, renewed with the values of today, and closed when the rule stops firing. */
  async sync(
    record: { id: string; org_id: string },
    today: string,
    alerts: readonly JudgedAlert[],
  ): Promise<void> {
    await this.db.rows(
      {
        name: 'alerts-close',
        text: 'UPDATE case_alerts SET closed_at = now() WHERE case_id = $1 AND closed_at IS NULL AND by_rule AND rule_key <> ALL($2)',
      },
      [record.id, alerts.map((a) => a.rule_key)],
    );
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
    { action, recheckOn, note }: { action: AlertAction; recheckOn: string | null; note: string },
  ): Promise<boolean> {
    const rows = await this.db.rows(
      {
        name: 'alert-acknowledge',
        text: `UPDATE case_alerts SET acknowledged_at = now(), acknowledged_by = $2, acknowledged_action = $3, recheck_on = $4,
            acknowledged_note_enc = $5, closed_at = CASE WHEN by_rule OR $3 = 'recheck' THEN NULL ELSE now() END
          WHERE id = $1 AND closed_at IS NULL RETURNING id`,
      },
      [id, by, action, recheckOn, this.cipher.encrypt(note, alertNotePlace(id))],
    );
    return rows.length === 1;
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
    await this.db.rows(
      {
        name: 'alert-contact',
        text: 'UPDATE case_alerts SET contacts_enc = $2 WHERE id = $1 AND closed_at IS NULL',
      },
      [id, this.cipher.encryptJson([...contacts, added], contactsPlace(id))],
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
    await this.db.rows(
      {
        name: 'alerts-reopen',
        text: `UPDATE case_alerts SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_action = NULL, recheck_on = NULL,
          acknowledged_note_enc = NULL WHERE id = ANY($1)`,
      },
      [due.map((alert) => alert.id)],
    );
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
