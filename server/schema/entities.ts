import { EmailToken } from '../accounts/email/email-token.entity.js';
import {
  MfaChallenge,
  Passkey,
  PasskeyRegistration,
  RecoveryCode,
  TotpCredential,
} from '../accounts/second-factor/mfa.entities.js';
import { Organisation } from '../accounts/users/organisation.entity.js';
import { Session } from '../accounts/sessions/session.entity.js';
import { SsoConnection, SsoDomain, SsoLink, SsoLogin } from '../accounts/sso/sso.entities.js';
import { User } from '../accounts/users/user.entity.js';
import { CaseAlert, RuleEvaluation } from '../rules/rule.entities.js';
import { StaffNote } from '../rules/staff-note.entity.js';
import { Article, ArticleVersion, ArticleWord } from '../assistant/article.entities.js';
import { AssistantConversation, AssistantTurn } from '../assistant/conversation.entities.js';
import { ApiKeyRow, KeyAssertionRow, KeyTokenRow } from '../api-keys/api-key.entity.js';
import { Appointment } from '../appointments/records/appointment.entity.js';
import { AuditEvent, AuditHead, AuditLink } from '../audit/audit.entities.js';
import { Case } from '../cases/case.entity.js';
import { Discontinuation } from '../cases/discontinuation.entity.js';
import { TherapyHold } from '../cases/therapy-hold.entity.js';
import { HistoryReviewRecord } from '../cases/history-review.entity.js';
import { PatientDocument } from '../documents/document.entity.js';
import { Intake, IntakeChange } from '../intake/records/intake.entities.js';
import { PressureReading } from '../cases/pressure-reading.entity.js';
import { Dose } from '../doses/records/dose.entity.js';
import { LabConnectionRow, LabMessageRow } from '../lab-messages/lab-message.entities.js';
import { LabOrderPanelRow, LabOrderRow } from '../lab-orders/records/lab-order.entities.js';
import { LabReportPart, LabReportRow } from '../lab-reports/lab-report.entities.js';
import { Dispense, RefillRequestRow } from '../supply/records/supply.entities.js';
import { LabCallBackRow, LabPanel, LabResultRow, LabRevisionRow } from '../labs/lab.entities.js';
import { Message, MessageThread } from '../messages/records/message.entities.js';
import { Mail } from '../mail/mail.entity.js';
import { Patient } from '../patients/patient.entity.js';
import { PharmacyOrderRow, PharmacyRow } from '../pharmacies/records/pharmacy.entities.js';
import { BaselineAnswer, Plan, PlanFlagRow } from '../plans/plan.entity.js';
import { CheckIn } from '../progress/records/check-in.entity.js';
import { SafetyCheck } from '../safety-checks/safety-check.entity.js';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity.js';
import { RateLimit } from '../limits/rate-limit.entity.js';
import { RecordOpening } from '../record-access/record-opening.entity.js';
import { AccountClosing, LegalHold } from '../retention/retention.entities.js';
import { Reminder } from '../reminders/reminder.entity.js';
import {
  DeaRegistrationRow,
  OrganisationPolicyRow,
  PdmpCheckRow,
  ProviderLicenseRow,
  TelemedBasisRow,
} from '../regulation/regulation.entities.js';
import { Prescription } from '../prescriptions/prescription.entity.js';
import { WebhookDeliveryRow, WebhookRow } from '../webhooks/webhook.entities.js';

import { AppCodeRow, AppGrantRow, AppTokenRow, PatientAppRow } from '../smart/patient-app.entities.js';

/** Every table of the portal. */
import { FhirExportPart, FhirExportRow } from '../fhir-export/fhir-export.entities.js';

export const entities = [
  AccountClosing,
  ApiKeyRow,
  KeyAssertionRow,
  KeyTokenRow,
  AppCodeRow,
  AppGrantRow,
  AppTokenRow,
  PatientAppRow,
  LegalHold,
  RecordOpening,
  Dispense,
  RefillRequestRow,
  PharmacyRow,
  PharmacyOrderRow,
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
  LabConnectionRow,
  LabMessageRow,
  LabOrderPanelRow,
  LabOrderRow,
  LabPanel,
  LabResultRow,
  LabRevisionRow,
  Mail,
  OrganisationPolicyRow,
  PdmpCheckRow,
  ProviderLicenseRow,
  TelemedBasisRow,
  FhirExportPart,
  FhirExportRow,
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
  StaffNote,
  Session,
  SsoConnection,
  SsoDomain,
  SsoLink,
  SsoLogin,
  TherapyHold,
  TotpCredential,
  User,
  WebhookDeliveryRow,
  WebhookRow,
];
