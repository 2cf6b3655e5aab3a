import { Foundation1763600000000 } from './1763600000000-foundation.js';
import { Walls1763600000001 } from './1763600000001-walls.js';
import { Discontinuations1763600020000 } from './1763600020000-discontinuations.js';
import { Reminders1763600030000 } from './1763600030000-reminders.js';
import { LabSchedule1763600040000 } from './1763600040000-lab-schedule.js';
import { BloodPressureDate1763600050000 } from './1763600050000-blood-pressure-date.js';
import { AccountsLimits1763600100000 } from './1763600100000-accounts-limits.js';
import { PatientDirectory1763610000000 } from './1763610000000-patient-directory.js';
import { Appointments1763611000000 } from './1763611000000-appointments.js';
import { Messages1763612000000 } from './1763612000000-messages.js';
import { CheckIns1763613000000 } from './1763613000000-check-ins.js';
import { PatientDirectoryOrders1763614000000 } from './1763614000000-patient-directory-orders.js';
import { RevokedSessions1763620000000 } from './1763620000000-revoked-sessions.js';
import { Assistant1763630000000 } from './1763630000000-assistant.js';
import { CaseWorklist1763640000000 } from './1763640000000-case-worklist.js';
import { CaseUrgency1763800000000 } from './1763800000000-case-urgency.js';
import { WorklistSpeed1763800000001 } from './1763800000001-worklist-speed.js';
import { ArticleQuestions1763820000000 } from './1763820000000-article-questions.js';
import { LabUrgency1763910000000 } from './1763910000000-lab-urgency.js';
import { CriticalFirst1763910000001 } from './1763910000001-critical-first.js';
import { ListLocks1763920000000 } from './1763920000000-list-locks.js';
import { Decisions1764000000000 } from './1764000000000-decisions.js';
import { WorstFirst1764000000001 } from './1764000000001-worst-first.js';
import { HistoryReviews1764010000000 } from './1764010000000-history-reviews.js';
import { MedicalRecordNumbers1764020000000 } from './1764020000000-medical-record-numbers.js';
import { LabCorrections1764020000001 } from './1764020000001-lab-corrections.js';
import { RegulatedRecords1764020000002 } from './1764020000002-regulated-records.js';
import { PatientVoice1764030000000 } from './1764030000000-patient-voice.js';
import { TellInPerson1764050000000 } from './1764050000000-tell-in-person.js';
import { EverydayArticles1764050000001 } from './1764050000001-everyday-articles.js';
import { SafetyChecks1764060000000 } from './1764060000000-safety-checks.js';
import { FirstDose1764060000001 } from './1764060000001-first-dose.js';
import { OrderVials1764060000002 } from './1764060000002-order-vials.js';
import { AuditKeys1764080000000 } from './1764080000000-audit-keys.js';
import { AuditPatients1764085000000 } from './1764085000000-audit-patients.js';
import { StandingDecisions1764090000000 } from './1764090000000-standing-decisions.js';
import { ClinicalUrgency1764090000001 } from './1764090000001-clinical-urgency.js';
import { HeldRecords1764100000000 } from './1764100000000-held-records.js';
import { RecordOpenings1764100000001 } from './1764100000001-record-openings.js';
import { CareOverTime1764110000000 } from './1764110000000-care-over-time.js';
import { SingleSignOn1764130000000 } from './1764130000000-single-sign-on.js';
import { LastNames1764140000000 } from './1764140000000-last-names.js';
import { TriedConnections1764150000000 } from './1764150000000-tried-connections.js';
import { EndOfRecords1764150000001 } from './1764150000001-end-of-records.js';
import { ApiKeys1764160000000 } from './1764160000000-api-keys.js';
import { SafetyLeftovers1764180000000 } from './1764180000000-safety-leftovers.js';
import { EncryptedTexts1764190000000 } from './1764190000000-encrypted-texts.js';
import { RowSecurity1764200000000 } from './1764200000000-row-security.js';
import { MoreArticles1764210000000 } from './1764210000000-more-articles.js';
import { ToldHistory1764210000001 } from './1764210000001-told-history.js';
import { PassedWhen1764220000000 } from './1764220000000-passed-when.js';
import { EmergencyContacts1764220000001 } from './1764220000001-emergency-contacts.js';
import { Webhooks1764220000002 } from './1764220000002-webhooks.js';
import { StoppingPressures1764230000000 } from './1764230000000-stopping-pressures.js';
import { AwaitedIntake1764230000002 } from './1764230000002-awaited-intake.js';
import { EmergenciesFirst1764230000005 } from './1764230000005-emergencies-first.js';
import { SettledFindings1764230000010 } from './1764230000010-settled-findings.js';
import { PartialFills1764230000020 } from './1764230000020-partial-fills.js';
import { ReasonsAsHistory1764230000030 } from './1764230000030-reasons-as-history.js';
import { ResumedAtValue1764230000031 } from './1764230000031-resumed-at-value.js';
import { PracticalArticles1764250000010 } from './1764250000010-practical-articles.js';
import { LabResultWalls1764260000000 } from './1764260000000-lab-result-walls.js';
import { RefillRunOut1764260000010 } from './1764260000010-refill-run-out.js';
import { ToldByOthers1764270000000 } from './1764270000000-told-by-others.js';
import { ConfirmedSsoLinks1764280000000 } from './1764280000000-confirmed-sso-links.js';
import { ReplayedReads1764290000000 } from './1764290000000-replayed-reads.js';
import { PassedValues1764300000000 } from './1764300000000-passed-values.js';
import { MisreadAlerts1764310000000 } from './1764310000000-misread-alerts.js';
import { OverrideHistory1764310000001 } from './1764310000001-override-history.js';
import { LaboratoryMessages1764320000000 } from './1764320000000-laboratory-messages.js';
import { FhirExports1764330000000 } from './1764330000000-fhir-exports.js';
import { PatientApps1764340000010 } from './1764340000010-patient-apps.js';
import { SignedKeys1764340000000 } from './1764340000000-signed-keys.js';
import { LaboratoryOrders1764340000002 } from './1764340000002-laboratory-orders.js';
import { SameBirthday1764350000000 } from './1764350000000-same-birthday.js';
import { AnsweredPressure1764360000000 } from './1764360000000-answered-pressure.js';
import { ResultComparators1764360000001 } from './1764360000001-result-comparators.js';
import { ClinicContact1764360000002 } from './1764360000002-clinic-contact.js';
import { SignedLabOrders1764360000003 } from './1764360000003-signed-lab-orders.js';
import { NarrowerAppTokens1764370000000 } from './1764370000000-narrower-app-tokens.js';
import { LaboratoryMarks1764380000010 } from './1764380000010-laboratory-marks.js';
import { LaboratoryNotes1764380000011 } from './1764380000011-laboratory-notes.js';
import { NextReview1764380000020 } from './1764380000020-next-review.js';
import { Pharmacies1764390000000 } from './1764390000000-pharmacies.js';
import { SignedNames1764400000000 } from './1764400000000-signed-names.js';
import { MissedDoses1764510000001 } from './1764510000001-missed-doses.js';
import { PressureRecheck1764520000000 } from './1764520000000-pressure-recheck.js';
import { NamedBases1764520000001 } from './1764520000001-named-bases.js';
import { ImportedAnswers1764530000001 } from './1764530000001-imported-answers.js';
import { FormerStaff1764540000001 } from './1764540000001-former-staff.js';
import { RefillResults1764550000010 } from './1764550000010-refill-results.js';
import { AskedAgain1764560000001 } from './1764560000001-asked-again.js';
import { ReviewedMessages1764570000000 } from './1764570000000-reviewed-messages.js';
import { RefillAsks1764600000001 } from './1764600000001-refill-asks.js';
import { SsoSetBy1764580000000 } from './1764580000000-sso-set-by.js';
import { PasskeyProof1764590000000 } from './1764590000000-passkey-proof.js';
import { OpenedLabReports1764600000000 } from './1764600000000-opened-lab-reports.js';
import { SeenByProviders1764605000000 } from './1764605000000-seen-by-providers.js';
import { ReadHistories1764610000000 } from './1764610000000-read-histories.js';
import { EndingBases1764610000001 } from './1764610000001-ending-bases.js';
import { HoldsOfCase1764630000000 } from './1764630000000-holds-of-case.js';
import { OrdersGivenBack1764630000001 } from './1764630000001-orders-given-back.js';
import { WhoSetLast1764640000000 } from './1764640000000-who-set-last.js';
import { RefillLabsWanted1764650000000 } from './1764650000000-refill-labs-wanted.js';
import { AnsweredReviews1764670000000 } from './1764670000000-answered-reviews.js';
import { ConfirmedHours1764680000000 } from './1764680000000-confirmed-hours.js';

export const migrations = [
  Foundation1763600000000,
  Walls1763600000001,
  Discontinuations1763600020000,
  Reminders1763600030000,
  LabSchedule1763600040000,
  BloodPressureDate1763600050000,
  AccountsLimits1763600100000,
  PatientDirectory1763610000000,
  Appointments1763611000000,
  Messages1763612000000,
  CheckIns1763613000000,
  PatientDirectoryOrders1763614000000,
  RevokedSessions1763620000000,
  Assistant1763630000000,
  CaseWorklist1763640000000,
  CaseUrgency1763800000000,
  WorklistSpeed1763800000001,
  ArticleQuestions1763820000000,
  LabUrgency1763910000000,
  CriticalFirst1763910000001,
  ListLocks1763920000000,
  Decisions1764000000000,
  WorstFirst1764000000001,
  HistoryReviews1764010000000,
  MedicalRecordNumbers1764020000000,
  LabCorrections1764020000001,
  RegulatedRecords1764020000002,
  PatientVoice1764030000000,
  TellInPerson1764050000000,
  EverydayArticles1764050000001,
  SafetyChecks1764060000000,
  FirstDose1764060000001,
  OrderVials1764060000002,
  AuditKeys1764080000000,
  AuditPatients1764085000000,
  StandingDecisions1764090000000,
  ClinicalUrgency1764090000001,
  HeldRecords1764100000000,
  RecordOpenings1764100000001,
  CareOverTime1764110000000,
  SingleSignOn1764130000000,
  LastNames1764140000000,
  TriedConnections1764150000000,
  EndOfRecords1764150000001,
  ApiKeys1764160000000,
  SafetyLeftovers1764180000000,
  EncryptedTexts1764190000000,
  RowSecurity1764200000000,
  MoreArticles1764210000000,
  ToldHistory1764210000001,
  PassedWhen1764220000000,
  EmergencyContacts1764220000001,
  Webhooks1764220000002,
  StoppingPressures1764230000000,
  AwaitedIntake1764230000002,
  EmergenciesFirst1764230000005,
  SettledFindings1764230000010,
  PartialFills1764230000020,
  ReasonsAsHistory1764230000030,
  ResumedAtValue1764230000031,
  PracticalArticles1764250000010,
  LabResultWalls1764260000000,
  RefillRunOut1764260000010,
  ToldByOthers1764270000000,
  ConfirmedSsoLinks1764280000000,
  ReplayedReads1764290000000,
  PassedValues1764300000000,
  MisreadAlerts1764310000000,
  OverrideHistory1764310000001,
  LaboratoryMessages1764320000000,
  FhirExports1764330000000,
  SignedKeys1764340000000,
  LaboratoryOrders1764340000002,
  PatientApps1764340000010,
  SameBirthday1764350000000,
  AnsweredPressure1764360000000,
  ResultComparators1764360000001,
  ClinicContact1764360000002,
  SignedLabOrders1764360000003,
  NarrowerAppTokens1764370000000,
  LaboratoryMarks1764380000010,
  LaboratoryNotes1764380000011,
  NextReview1764380000020,
  Pharmacies1764390000000,
  SignedNames1764400000000,
  MissedDoses1764510000001,
  PressureRecheck1764520000000,
  NamedBases1764520000001,
  ImportedAnswers1764530000001,
  FormerStaff1764540000001,
  RefillResults1764550000010,
  AskedAgain1764560000001,
  ReviewedMessages1764570000000,
  SsoSetBy1764580000000,
  PasskeyProof1764590000000,
  OpenedLabReports1764600000000,
  RefillAsks1764600000001,
  SeenByProviders1764605000000,
  ReadHistories1764610000000,
  EndingBases1764610000001,
  HoldsOfCase1764630000000,
  OrdersGivenBack1764630000001,
  WhoSetLast1764640000000,
  RefillLabsWanted1764650000000,
  AnsweredReviews1764670000000,
  ConfirmedHours1764680000000,
];
