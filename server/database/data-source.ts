import type { PoolConfig } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { EmailToken } from '../accounts/email-token.entity.js';
import {
  MfaChallenge,
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  TotpCredential,
} from '../accounts/mfa.entities.js';
import { Organisation } from '../accounts/organisation.entity.js';
import { Session } from '../accounts/session.entity.js';
import { SsoConnection, SsoDomain, SsoLink, SsoLogin } from '../accounts/sso/sso.entities.js';
import { User } from '../accounts/user.entity.js';
import { CaseAlert, RuleEvaluation } from '../rules/rule.entities.js';
import { Article, ArticleVersion, ArticleWord } from '../assistant/article.entities.js';
import { AssistantConversation, AssistantTurn } from '../assistant/conversation.entities.js';
import { Appointment } from '../appointments/appointment.entity.js';
import { AuditEvent, AuditHead, AuditLink } from '../audit/audit.entities.js';
import { Case } from '../cases/case.entity.js';
import { Discontinuation } from '../cases/discontinuation.entity.js';
import { TherapyHold } from '../cases/therapy-hold.entity.js';
import { HistoryReviewRecord } from '../cases/history-review.entity.js';
import { PatientDocument } from '../documents/document.entity.js';
import { Intake, IntakeChange } from '../intake/intake.entities.js';
import { PressureReading } from '../care-chart/pressure-reading.entity.js';
import { Dose } from '../doses/dose.entity.js';
import { LabReportPart, LabReportRow } from '../lab-reports/lab-report.entities.js';
import { Dispense, RefillRequestRow } from '../supply/supply.entities.js';
import { LabCallBackRow, LabPanel, LabResultRow, LabRevisionRow } from '../labs/lab.entities.js';
import { Message, MessageThread } from '../messages/message.entities.js';
import { Mail } from '../mail/mail.entity.js';
import { Patient } from '../patients/patient.entity.js';
import { BaselineAnswer, Plan, PlanFlagRow } from '../plans/plan.entity.js';
import { CheckIn } from '../progress/check-in.entity.js';
import { SafetyCheck } from '../safety-checks/safety-check.entity.js';
import { IdempotencyKey } from '../platform/http/idempotency-key.entity.js';
import { RateLimit } from '../platform/limits/rate-limit.entity.js';
import { Reminder } from '../reminders/reminder.entity.js';
import {
  DeaRegistrationRow,
  OrganisationPolicyRow,
  PdmpCheckRow,
  ProviderLicenseRow,
  TelemedBasisRow,
} from '../regulation/regulation.entities.js';
import { Prescription } from '../prescriptions/prescription.entity.js';
import { PostgresNaming } from './naming.js';
import { migrations } from './migrations/index.js';

export const entities = [
  Dispense,
  RefillRequestRow,
  Dose,
  PressureReading,
  LabReportRow,
  LabReportPart,
  Appointment,
  Article,
  ArticleVersion,
  ArticleWord,
  AssistantConversation,
  AssistantTurn,
  AuditEvent,
  AuditHead,
  AuditLink,
  BaselineAnswer,
  Case,
  CaseAlert,
  CheckIn,
  SafetyCheck,
  DeaRegistrationRow,
  Discontinuation,
  HistoryReviewRecord,
  EmailToken,
  IdempotencyKey,
  Intake,
  IntakeChange,
  LabCallBackRow,
  LabPanel,
  LabResultRow,
  LabRevisionRow,
  Mail,
  OrganisationPolicyRow,
  PdmpCheckRow,
  ProviderLicenseRow,
  TelemedBasisRow,
  Message,
  MessageThread,
  MfaChallenge,
  Organisation,
  Passkey,
  PasskeyRegistration,
  Patient,
  PatientDocument,
  Plan,
  PlanFlagRow,
  Prescription,
  RateLimit,
  RecoveryCode,
  Reminder,
  RuleEvaluation,
  Session,
  SsoConnection,
  SsoDomain,
  SsoLink,
  SsoLogin,
  TherapyHold,
  TotpCredential,
  User,
];

/** The role that owns nothing: it may read and write rows, and only append to the audit. */
export const APP_ROLE = 'trt_app';

const shared = (url: string) =>
  ({
    type: 'postgres',
    url,
    entities,
    migrations,
    namingStrategy: new PostgresNaming(),
    synchronize: false,
    migrationsRun: false,
    logging: false,
  }) satisfies DataSourceOptions;

/**
 * A migration waiting for a table makes everyone else wait behind it, so limit the wait. Shorter than the second
 * after which PostgreSQL resolves a deadlock: the migration gives way, never a user's action.
 */
const MIGRATION_LOCK_LIMIT_MS = 700;

/** For migrations only: the tables' owner. Indexes are built by one process, concurrently with other work. */
export const ownerDataSource = (url: string): DataSource =>
  new DataSource({
    ...shared(url),
    migrationsTransactionMode: 'each',
    extra: {
      max: 2,
      lock_timeout: MIGRATION_LOCK_LIMIT_MS,
      options: '-c max_parallel_maintenance_workers=0',
    } satisfies PoolConfig,
  });

/** How one process's connections are divided. */
export interface Shares {
  /** For normal work. */
  work: number;
  /** Only for sessions and limits: users can be identified while other work waits for a slow database. */
  checks: number;
  /** For the queue. */
  jobs: number;
}

/** From every budget: the heartbeat, and the queue's listener. */
const STANDING = 2;

export function shares(pool: number): Shares {
  const jobs = 1;
  const checks = pool < 10 ? 1 : 2;
  return { work: pool - STANDING - jobs - checks, checks, jobs };
}

/** The longest wait for a connection. */
const ACQUIRE_LIMIT_MS = 1200;

const bounded = {
  connectionTimeoutMillis: ACQUIRE_LIMIT_MS,
  idleTimeoutMillis: 30_000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
} satisfies PoolConfig;
const asAppRole = (appRole: boolean): string[] => (appRole ? [`-c role=${APP_ROLE}`] : []);

/** For the running server: bounded waits, durable commits. Opened by the database link, with the role it finds. */
export function appDataSource(url: string, connections: number): DataSource {
  return new DataSource({
    ...shared(url),
    poolErrorHandler: () => undefined,
    extra: {
      ...bounded,
      max: connections,
      statement_timeout: 5000,
      lock_timeout: 4000,
      application_name: 'trt-portal',
    } satisfies PoolConfig,
  });
}

/** The same source, using the application role if there is one. */
export const appRoleOptions = ({ options }: DataSource, appRole: boolean): Partial<DataSourceOptions> => ({
  extra: { ...(options.extra as object), options: asAppRole(appRole).join('') },
});

/** A lookup by key that takes longer than this will not answer in time. */
export const checksPool = (url: string, connections: number, appRole: boolean): PoolConfig => ({
  ...bounded,
  options: [...asAppRole(appRole), '-c trt.org=* -c trt.patient=* -c trt.user=*'].join(' '),
  connectionString: url,
  max: connections,
  statement_timeout: 2000,
  lock_timeout: 1500,
  application_name: 'trt-portal-checks',
});
