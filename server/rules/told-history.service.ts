import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  messageReadsAsHistory,
  messageTellsOfUse,
  noteReadsAsHistory,
  saysMoreThanErrands,
} from '#common/clinical/index.js';
import { CaseRecords } from '../cases/case-records.service.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { Evaluations } from './evaluations.service.js';
import { StaffNote, staffNotePlace, type StaffNotePlace } from './staff-note.entity.js';

export interface Noted {
  place: StaffNotePlace;
  text: string | null | undefined;
  /** What it is noted on, if a later note takes its place. */
  on?: string;
}

/** What is told about a history outside the form: by the patient in a message, a visit request or a dose note, or by staff. */
@Injectable()
export class ToldHistory {
  constructor(
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly cipher: FieldCipher,
    @InjectRepository(StaffNote) private readonly notes: Rows<StaffNote>,
  ) {}

  /**
   * Whether a clinician has to read what a patient wrote before anything is decided.
   * @param asked what the care team wrote before it
   */
  async isTold(patientId: string, text: string, asked?: string): Promise<boolean> {
    if (messageReadsAsHistory(text, asked)) return true;
    if (!messageTellsOfUse(text)) return false;
    return this.cases.isBeforeFirstDose(patientId);
  }

  /** Before the first dose, everything that says more than everyday things too: no list of words names all that speaks against it. */
  async mustBeRead(
    patientId: string,
    text: string,
    saysMore = saysMoreThanErrands(text),
    asked?: string,
  ): Promise<boolean> {
    if (await this.isTold(patientId, text, asked)) return true;
    return saysMore && (await this.cases.isBeforeFirstDose(patientId));
  }

  /** Decisions based on the earlier state are outdated, and the rules read the new words. */
  async judgeAgain(patientId: string, occasion: 'message' | 'extras' = 'message'): Promise<void> {
    const record = await this.cases.ofPatient(patientId, { lock: true });
    if (!record) return;
    await this.cases.raiseVersion(record);
    await this.evaluations.run(record.id, occasion);
  }

  /** Reads what staff typed of a patient as the patient's own words are read. */
  async noted(
    actor: Actor,
    { patient_id, org_id }: { patient_id: string; org_id: string },
    { place, text, on = randomUUID() }: Noted,
  ): Promise<void> {
    if (!text || !noteReadsAsHistory(text)) return;
    await this.notes.upsert(
      {
        id: on,
        org_id,
        patient_id,
        place,
        text_enc: this.cipher.encrypt(text.trim(), staffNotePlace(on)),
        written_by: actor.userId,
        written_at: () => 'now()',
      },
      ['id'],
    );
    await this.judgeAgain(patient_id);
  }
}
