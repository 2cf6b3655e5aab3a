import { Inject, Injectable } from '@nestjs/common';
import { adviceFor, EMERGENCY_KINDS, emergencyKinds } from '#common/emergency/emergency.js';
import type {
  MessageBesideCase,
  MessageThread,
  MessagesResponse,
  SentMessage,
  StaffMessageThread,
} from '#common/api/messages.js';
import {
  emergenciesAffirmed,
  mayAnswer,
  onlyThanks,
  openAgainst,
  saysMoreThanErrands,
} from '#common/clinical/index.js';
import { hasVisibleText } from '#common/visible-text.js';
import { STAFF_ROLES } from '#common/vocabulary/index.js';
import { Audit } from '../audit/audit.service.js';
import type { RecordAction } from '../audit/record-actions.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { messageMail } from '../mail/care-mails.js';
import { Outbox } from '../mail/outbox.service.js';
import { Patients, notForOneself } from '../patients/patients.service.js';
import type { PatientRow } from '../patients/patients.repository.js';
import { holds, type Actor } from '../platform/access/actor.js';
import {
  forbidden,
  invalidState,
  notFound,
  recordConflict,
  validationFailed,
} from '../platform/errors/errors.js';
import { listed, type ListQuery, type Page } from '../platform/http/list-query.js';
import { Limits } from '../limits/limits.service.js';
import { CaseRecords } from '../cases/case-records.service.js';
import { ActingClinician } from '../prescriptions/acting-clinician.service.js';
import { Evaluations } from '../rules/evaluations.service.js';
import { Emergencies } from '../rules/emergencies.service.js';
import type { CaseFacts } from '../rules/case-facts.reader.js';
import { ToldHistory } from '../rules/told-history.service.js';
import { askedWith } from './records/asked-before.js';
import type {
  MessageDto,
  MessageReviewDto,
  NoReplyDto,
  StaffMessageDto,
  StaffReplyDto,
} from './messages.dto.js';
import { patientWire, staffWire, type StoredThread } from './message-wire.js';
import { MessagesRepository } from './messages.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** One that the patient writes in: new, or as it is. */
type Conversation = Pick<StoredThread, 'id' | 'org_id'> & Partial<Pick<StoredThread, 'subject' | 'messages'>>;

/** What the care team wrote since the message before, which the patient now answers. */
function questionOf({ subject, messages = [] }: Conversation): string | undefined {
  const last = messages.findLastIndex(({ from }) => from === 'care_team');
  if (last < 0) return undefined;
  const before = messages.slice(0, last).findLastIndex(({ from }) => from === 'patient');
  return askedWith(
    (messages[0]?.from === 'care_team' && subject) || null,
    messages.slice(before + 1, last + 1).map(({ body }) => body),
  );
}

const TOLD_TO_ASSISTANT = 'Told to the TRT assistant';

function written(body: string): string {
  const text = body.trim();
  if (!hasVisibleText(text)) throw validationFailed({ body: SHARED_TEXT.enterMessage });
  return text;
}

function titled(subject: string): string {
  const title = subject.trim().replace(/\s+/g, ' ');
  if (!hasVisibleText(title)) throw validationFailed({ subject: TEXT.enterSubject });
  return title;
}

/** Messages are stored and shown as text, whatever they contain. */
@Injectable()
export class Messages {
  constructor(
    private readonly repository: MessagesRepository,
    private readonly patients: Patients,
    private readonly emergencies: Emergencies,
    private readonly told: ToldHistory,
    private readonly cases: CaseRecords,
    private readonly evaluations: Evaluations,
    private readonly acting: ActingClinician,
    private readonly outbox: Outbox,
    private readonly limits: Limits,
    private readonly audit: Audit,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async own(actor: Actor): Promise<MessageThread[]> {
    const patient = await this.patients.own(actor);
    const threads = await this.repository.ofPatient(patient.id);
    await this.audit.record(actor, { action: 'message.list', patientId: patient.id, as: ['patient'] });
    return threads.map(patientWire);
  }

  async clinic(actor: Actor): Promise<MessagesResponse['clinic']> {
    const { org_id } = await this.patients.own(actor);
    return this.repository.clinic(org_id);
  }

  /** Always sends the message; an emergency alerts the care team on the case, and tells the patient at once what to do. */
  async write(actor: Actor, message: MessageDto): Promise<SentMessage> {
    const body = written(message.body);
    const whole = `${message.subject ?? ''}\n${body}`;
    const told = emergencyKinds(whole);
    // Nor is a "Yes" to our question about one ever told to wait.
    if (!told.length && !(await this.answersEmergency(actor, message, whole))) {
      await this.limits.take('message.account.minute', actor.userId);
      await this.limits.take('message.account.day', actor.userId);
    }
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const thread = await this.threadFor(patient, message);
      // An answer to staff is read with its question: "Yes, both" says nothing by itself.
      const here = questionOf(thread);
      const saysMore = here === undefined ? saysMoreThanErrands(whole) : !onlyThanks(body);
      const asked = here ?? (await this.askedElsewhere(patient.id));
      const named = asked === undefined ? [] : emergenciesAffirmed(asked, whole);
      const kinds = EMERGENCY_KINDS.filter((kind) => told.includes(kind) || named.includes(kind));
      // An emergency is answered by a call; its words are reviewed once it is closed.
      const history = await (kinds.length
        ? this.told.isTold(patient.id, whole, asked)
        : this.told.mustBeRead(patient.id, whole, saysMore, asked));
      await this.repository.append(thread, {
        sender: 'patient',
        authorId: actor.userId,
        body,
        readsAsHistory: history,
        saysMore,
      });
      if (history) await this.told.judgeAgain(patient.id);
      const alerted = await this.emergencies.report(actor, kinds, 'message', { threadId: thread.id });
      await this.record(actor, 'message.send', { ...thread, patient_id: patient.id }, 'patient', {
        ...(kinds.length > 0 && { emergency: kinds[0], alerted }),
        ...(history && { history }),
      });
      const sent = patientWire((await this.repository.lockOwn(patient.id, thread.id))!);
      return { ...sent, emergency: adviceFor(kinds) };
    });
  }

  /**
   * What the patient told the assistant, as a message from the patient: in the earlier conversation if there is one.
   * @param emergency its words are reviewed once the emergency is closed
   * @returns that conversation
   */
  passOn(
    actor: Actor,
    words: string,
    { threadId, emergency }: { threadId: string | null; emergency: boolean },
  ): Promise<string> {
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const thread = (threadId && (await this.repository.lockOwn(patient.id, threadId))) || {
        id: await this.repository.open(patient, TOLD_TO_ASSISTANT),
        org_id: patient.org_id,
      };
      const history = await (emergency
        ? this.told.isTold(patient.id, words)
        : this.told.mustBeRead(patient.id, words, true));
      await this.repository.append(thread, {
        sender: 'patient',
        authorId: actor.userId,
        body: words,
        readsAsHistory: history,
        saysMore: true,
      });
      await this.told.judgeAgain(patient.id);
      await this.record(actor, 'message.send', { ...thread, patient_id: patient.id }, 'patient', {
        ...(history && { history }),
        by: 'assistant',
      });
      return thread.id;
    });
  }

  async readOwn(actor: Actor, id: string): Promise<MessageThread> {
    return this.uow.run(async () => {
      const patient = await this.patients.own(actor);
      const thread = await this.repository.lockOwn(patient.id, id);
      if (!thread) throw notFound();
      if (await this.repository.markRead(id, 'care_team'))
        await this.record(actor, 'message.read', thread, 'patient');
      return patientWire((await this.repository.lockOwn(patient.id, id))!);
    });
  }

  /** Beside a case; its reading is recorded there. */
  besideCase(patientId: string): Promise<MessageBesideCase[]> {
    return this.repository.besideCase(patientId);
  }

  async list(actor: Actor, query: ListQuery): Promise<Page<StaffMessageThread>> {
    const page = await this.repository.list(actor, query);
    await this.audit.record(actor, {
      action: 'message.search',
      detail: listed(page.rows, query),
      patientIds: page.rows.map((r) => r.patient_id),
      as: STAFF_ROLES,
    });
    return page;
  }

  /** Replying implies having read the thread, and reviews it only where it says what the patient's words mean. */
  async answer(actor: Actor, id: string, reply: StaffReplyDto): Promise<StaffMessageThread> {
    const body = written(reply.body);
    return this.uow.run(async () => {
      const { against_treatment: against, last_message_at: shown = '' } = reply;
      const thread =
        against === undefined ? await this.locked(actor, id) : await this.lockedAsRead(actor, id, shown);
      if (against !== undefined) await this.reviewedAs(actor, thread, against);
      await this.repository.markRead(id, 'patient');
      await this.repository.append(thread, { sender: 'care_team', authorId: actor.userId, body });
      await this.record(actor, 'message.send', thread, 'staff');
      await this.tell(await this.patients.forStaff(actor, thread.patient_id));
      return staffWire((await this.repository.lock(actor, id))!);
    });
  }

  /** The care team starts a conversation. */
  async start(actor: Actor, message: StaffMessageDto): Promise<StaffMessageThread> {
    const body = written(message.body);
    const title = titled(message.subject);
    return this.uow.run(async () => {
      const patient = await this.patients.forStaff(actor, message.patient_id);
      const thread = { id: await this.repository.open(patient, title), org_id: patient.org_id };
      await this.repository.append(thread, { sender: 'care_team', authorId: actor.userId, body });
      await this.record(actor, 'message.send', { ...thread, patient_id: patient.id }, 'staff');
      await this.tell(patient);
      return staffWire((await this.repository.lock(actor, thread.id))!);
    });
  }

  /** "Good, thank you." needs no reply: removes the conversation from the waiting list. */
  async noReply(actor: Actor, id: string, read: NoReplyDto): Promise<StaffMessageThread> {
    return this.uow.run(async () => {
      const thread = await this.lockedAsRead(actor, id, read.last_message_at);
      await this.repository.markRead(id, 'patient');
      if (read.against_treatment !== undefined) await this.reviewedAs(actor, thread, read.against_treatment);
      else if (await this.mayReview(actor, thread)) await this.repository.markSeen(id);
      if (thread.waiting_since !== null) {
        await this.repository.endWaiting(id);
        await this.record(actor, 'message.no_reply', thread, 'staff');
      } else await this.record(actor, 'message.read', thread, 'staff');
      return staffWire((await this.repository.lock(actor, id))!);
    });
  }

  /** What the patient wrote no longer waits; whether a reply is owed is another question. */
  async review(actor: Actor, id: string, read: MessageReviewDto): Promise<StaffMessageThread> {
    return this.uow.run(async () => {
      const thread = await this.lockedAsRead(actor, id, read.last_message_at);
      await this.repository.markRead(id, 'patient');
      const { against_treatment: against, message_id: only } = read;
      if (only && !thread.messages.some((one) => one.message_id === only && one.from === 'patient'))
        throw validationFailed({ message_id: TEXT.chooseMessage });
      await this.reviewedAs(actor, thread, against, only);
      return staffWire((await this.repository.lock(actor, id))!);
    });
  }

  private async locked(actor: Actor, id: string): Promise<StoredThread> {
    const thread = await this.repository.lock(actor, id);
    if (!thread) throw notFound();
    return thread;
  }

  /** As it was shown: a message written since is read first. */
  private async lockedAsRead(actor: Actor, id: string, lastMessageAt: string): Promise<StoredThread> {
    const thread = await this.locked(actor, id);
    if (Date.parse(lastMessageAt) !== Date.parse(thread.last_message_at))
      throw recordConflict(staffWire(thread), {
        kind: 'message',
        id,
        patientId: thread.patient_id,
        orgId: thread.org_id,
      });
    return thread;
  }

  /** Before the form is submitted there is nothing that a review would release. */
  private async factsOf({ patient_id }: StoredThread): Promise<CaseFacts | null> {
    const record = await this.cases.ofPatient(patient_id);
    return record && this.evaluations.read(record.id);
  }

  /** Whether what this one has on the screen counts as opened by a provider. */
  private async mayReview(actor: Actor, thread: StoredThread): Promise<boolean> {
    if (!holds(actor, 'provider')) return false;
    if ((await this.patients.forStaff(actor, thread.patient_id)).user_id === actor.userId) return false;
    const known = await this.factsOf(thread);
    return !known || !(await this.acting.keptFromReviewing(actor, known)).length;
  }

  /**
   * Administrators, and providers without a license there, read messages too; whether treatment goes on with them is a
   * licensed provider's to say. What speaks against it is told until it is settled; the rest no longer speaks against a
   * plan by being unread. A yes stands, no matter who said no before or says it later.
   */
  private async reviewedAs(
    actor: Actor,
    thread: StoredThread,
    against: boolean,
    only?: string,
  ): Promise<void> {
    if (!holds(actor, 'provider')) throw forbidden();
    notForOneself(actor, (await this.patients.forStaff(actor, thread.patient_id)).user_id);
    const known = await this.factsOf(thread);
    if (known) await this.acting.assertMayReview(actor, known);
    const { answered, history } = await this.repository.markReviewed(actor, thread.id, { against, only });
    const before = thread.messages.filter(({ message_id: one }) => !only || one === only);
    if (!against && !answered.length && before.some(({ reviewed }) => reviewed?.against_treatment))
      throw invalidState(SHARED_TEXT.saidAgainstBefore);
    if (history) await this.told.judgeAgain(thread.patient_id, 'extras');
    if (against && known) await this.assertStands(known, answered);
    await this.record(actor, 'message.review', thread, 'staff', {
      against_treatment: against,
      messages: answered,
    });
  }

  /** A yes to words that were settled as none would change nothing. */
  private async assertStands({ caseId }: CaseFacts, answered: readonly string[]): Promise<void> {
    const { facts } = await this.evaluations.read(caseId);
    const open = openAgainst(facts).map(({ review }) => review.field);
    if (!(answered.length ? answered.some((id) => open.includes(`changes.message:${id}`)) : open.length))
      throw invalidState(TEXT.settledBefore);
  }

  /** A provider has read, on the case, what the patient's messages tell of a history. */
  async historyRead(patientId: string): Promise<void> {
    await this.repository.markHistoryRead(patientId);
  }

  async read(actor: Actor, id: string): Promise<StaffMessageThread> {
    return this.uow.run(async () => {
      const thread = await this.locked(actor, id);
      await this.repository.markRead(id, 'patient');
      if (await this.mayReview(actor, thread)) await this.repository.markSeen(id);
      // Also when nothing was unread: the conversation is shown again.
      await this.record(actor, 'message.read', thread, 'staff');
      return staffWire((await this.repository.lock(actor, id))!);
    });
  }

  /** What speaks of a history waits to be read like what a safety check says: a decision on what was seen before is out of date. */
  private async threadFor(patient: PatientRow, { thread_id, subject }: MessageDto): Promise<Conversation> {
    if (thread_id !== undefined) {
      if (subject !== undefined) throw validationFailed({ subject: TEXT.answerKeepsSubjectOfConversation });
      const known = await this.repository.lockOwn(patient.id, thread_id);
      if (!known) throw notFound();
      return known;
    }
    return { id: await this.repository.open(patient, titled(subject ?? '')), org_id: patient.org_id };
  }

  private async answersEmergency(
    actor: Actor,
    { thread_id: id }: MessageDto,
    whole: string,
  ): Promise<boolean> {
    if (!mayAnswer(whole)) return false;
    const patient = await this.patients.own(actor);
    const thread = id === undefined ? null : await this.repository.lockOwn(patient.id, id);
    const asked = (thread && questionOf(thread)) ?? (await this.askedElsewhere(patient.id));
    return asked !== undefined && emergenciesAffirmed(asked, whole).length > 0;
  }

  /** A new conversation may answer what was asked in another. */
  private async askedElsewhere(patientId: string): Promise<string | undefined> {
    const asked = await this.repository.askedLately(patientId);
    return asked ? askedWith(asked.subject, [asked.body]) : undefined;
  }

  private tell(patient: PatientRow): Promise<void> {
    return this.outbox.put({
      kind: 'message.new',
      to: patient.email,
      userId: patient.user_id,
      orgId: patient.org_id,
      content: messageMail(`${this.config.publicOrigin}/trt/patient/messages`),
    });
  }

  private record(
    actor: Actor,
    action: RecordAction,
    thread: Pick<StoredThread, 'id' | 'org_id' | 'patient_id'>,
    as: 'patient' | 'staff',
    detail?: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record(actor, {
      action,
      target: { type: 'message_thread', id: thread.id },
      patientId: thread.patient_id,
      orgId: thread.org_id,
      ...(detail && { detail }),
      as: as === 'patient' ? ['patient'] : STAFF_ROLES,
    });
  }
}
