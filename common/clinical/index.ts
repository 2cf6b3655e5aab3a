export * from './facts.js';
export * from './case-extras.js';
export * from './types.js';
export {
  EVIDENCE_MARKS,
  FORMULATIONS,
  FORMULATION_IDS,
  FORMULATION_LIST,
  FREQUENCIES,
  INTERVAL_DAYS,
  ROUTES,
  doseLimits,
  isFormulationId,
  isFrequency,
  isRoute,
  weeklyDose,
  type Formulation,
  type FormulationId,
  type Frequency,
  type Route,
  isGivenInClinic,
} from './formulations.js';
export { doseText, parseDoseMg, parseFrequency, parseRoute } from './order-words.js';
export {
  ANALYTES,
  ANALYTE_BY_KEY,
  flagOf,
  isAnalyteKey,
  isUnitOf,
  labValueError,
  type Analyte,
  type AnalyteKey,
  type LabFlag,
} from './labs.js';
export { judgedResults } from './lab-facts.js';
export { factsAtLateResults } from './late-results.js';
export { analyteNamed } from './lab-names.js';
export {
  CHECK_THE_REPORT,
  fromLaboratory,
  inOwnUnit,
  isComparator,
  judgedValue,
  limitIn,
  needsConfirmation,
  limitCanStandForValue,
  resultFlag,
  unitsOf,
  type Comparator,
  type ReadValue,
} from './lab-units.js';
export { CRITICAL_LIMITS, criticalValues, type CriticalLimit, type CriticalValue } from './critical-labs.js';
export {
  addBusinessDays,
  addDays,
  addMonths,
  ageOn,
  dateIn,
  wallClockIn,
  daysBetween,
  isCalendarDate,
  isMoment,
  wallTime,
} from './dates.js';
export {
  alertsOf,
  casePhases,
  describeRuleSet,
  effectsOf,
  evaluateRules,
  firedKeys,
  firedRules,
  isOverridable,
  phasesOf,
  notOverridable,
  parseEffects,
  type EvaluateOptions,
  type RuleDescription,
  type RuleSetDescription,
} from './rules/evaluate.js';
export {
  asksForNames,
  planAsks,
  planAsksForNames,
  planKeptFromActing,
  planPracticeRules,
  asksReason,
  isHistoryFlag,
  toldAgainstOrder,
  toldAndNotPassed,
  doseInQuestion,
  judgePrescription,
  alwaysKeepsBack,
  keepsBack,
  keptFromActing,
  keptFromReviewing,
  keptFromOrderingLabs,
  planDeparts,
  hasUnopenedMessage,
  notPassable,
  unreadWarning,
  UNREAD_HISTORY,
  UNREAD_OWN_WORDS,
  type DoseInQuestion,
  type PrescriptionJudgement,
} from './decisions.js';
export { RULE_SET_CHANGES, RULE_SET_VERSION, type RuleSetChange } from './rules/registry.js';
export { SOURCES, type Source } from './rules/sources.js';
export { generateBaselinePlan, reviewDays } from './baseline.js';
export { dueOnIn } from './draw-days.js';
export { drawAfterChange, labHeading, nextLabSuggestion } from './schedule.js';
export {
  LONGEST_WINDOW_DAYS,
  asksForFasting,
  drawPreparation,
  drawWindow,
  drawnProduct,
  type DrawPreparation,
} from './draw-preparation.js';
export {
  MAX_REFILLS,
  assistPrescription,
  dosesPerVial,
  draftPrescription,
  drugName,
  lastLegalFillOn,
  legalLastFill,
  lastPlannedFillOn,
  maxRefills,
  possibleDaysSupply,
  refillSigns,
  daysOfPart,
  restOfFill,
  renewalDueOn,
  runOutOn,
  directionsText,
  sigText,
  endsSooner,
  supplyClock,
  supplyWarnings,
  type DosesPerVial,
  type Fill,
  type FillRest,
  type Hold,
  type PrescriptionAssist,
  type RefillSign,
  type RefillSigns,
  type SupplyClock,
  type SupplyState,
} from './supply.js';
export { TITRATION_DISCLAIMER, titrate } from './titration.js';
export { safetyStops, urgencyOf, type Urgency } from './urgency.js';
export { MANY_ORDERS, UNUSUAL_A_DAY } from './rules/prescription.js';
export { holdGoal, holdLimits, newestValue } from './rules/hold.js';
export { openDoseReports, openEmergencies } from './rules/open-reports.js';
export {
  LAB_REPORT_WAITING,
  CLINIC_DOSE_TO_BOOK,
  ORDER_HOLD_OVER,
  READ_ALERTS,
  SEVERE_REPORTS,
  WITHDRAWALS,
  closesWithContact,
  mayBeMisread,
  waitsForContact,
} from './contact-alerts.js';
export {
  PDMP_DISCREPANCY,
  countsAsIssued,
  countsUntilFilled,
  licenseCountsUntil,
  pdmpCountsUntil,
} from './rules/jurisdiction.js';
export { OVER_MAXIMUM, needsReason, overMaximum, wishErrors, type TitrationWish } from './titration-wish.js';
export {
  canCallToday,
  checkInGate,
  nextCheckIn,
  type CheckInClock,
  type CheckInDue,
  type CheckInReason,
} from './check-in-schedule.js';
export { labDrawTitle, noticeOn, pressureRecheckOn, reminders, type ReminderFacts } from './reminders.js';
export {
  CHANGE_FIELDS,
  READ_FIELDS,
  messageReadsAsHistory,
  messageTellsOfUse,
  textsInOwnWords,
  noteReadsAsHistory,
  isBeforeFirstDose,
  unreadHistory,
  unreadOwnWords,
  withQuestion,
  type HistoryText,
} from './history.js';
export { affirmedIn, emergenciesAffirmed, mayAnswer } from './asked-words.js';
export { onlyThanks, saysEverydayThings, saysMoreThanErrands } from './everyday-words.js';
export { fullSeverity, type ReportedScores } from './reported.js';
export * from './safety-check.js';
export { doseSites, restedSite } from './dose-sites.js';
export {
  doseConcern,
  doseInMg,
  moreThanOne,
  loggedUnits,
  dosesInHand,
  plannedDoses,
  takenTogether,
  type DoseConcern,
  type LoggedDose,
  type DosesInHand,
} from './dose-log.js';
export { daysAfterDose, fillsByDoses, firstTroughDays, secondDoseDays } from './clinic-doses.js';
export { contradictsLog } from './dose-log.js';
export { callMissing } from './rules/endocrine.js';
export { RESTART_AT_FULL_DOSE, lowerPlanInForce } from './rules/restart-dose.js';
export { treatmentDays } from './held-days.js';
export { clinicDoseDays, productOfDose, type FollowedProduct } from './dose-product.js';
export { ASSUMED_START_DAYS, startedOn, withTherapyStart } from './therapy-start.js';
export { sha256 } from './sha256.js';
export {
  bloodPressure,
  evidenceOf,
  homePressure,
  planEvidence,
  ruleEvidence,
  type Evidence,
} from './evidence.js';
export { isDispensable, nearestDispensable } from './dispensing.js';
export {
  fit,
  freeTestosterone,
  course,
  hasPkModel,
  simulate,
  steadyState,
  type FitInput,
  type FitResult,
  type Simulation,
} from './pk/index.js';
export {
  MEASURES,
  asOf,
  clinicCompleteness,
  completeness,
  summarize,
  type ClinicCompleteness,
  type Completeness,
  type CompletenessInput,
  type MeasureStatus,
  type ProductForm,
  type JudgedMeasure,
} from './completeness/index.js';
export { MEDICINES } from './medicines.js';
export { recommendationFor } from './rules/rule.js';
export { RULE_TITLES, titleOf } from './rules/titles.js';
export { type RuleKey } from './rules/registry.js';
export { extrasErrors } from './extras.js';
export { dispensedMgPerMl, namesProduct } from './drug-names.js';
export { PATIENT_REASONS, type PatientReason } from './rules/patient-reasons.js';
export { SAFETY_FIELDS, isSafetyAnswer } from './safety-fields.js';
export { withChecks, withdrawnAnswers, type SubmittedIntake } from './withdrawn-answers.js';
export { isReadableFrequency, weeklyMg } from './frequency-words.js';
export {
  SETTLED_RULES,
  knownAllergies,
  knownMedicines,
  settledTexts,
  textsReviewed,
  toldFindings,
  type ToldFinding,
  type ToldText,
} from './told-facts.js';
export { UNCLEAR_ALLERGY, VEHICLE_KEYS } from './allergy-words.js';
export { changeReview, openAgainst, sameReview } from './told-settled.js';
export { pressureEntry, pressureInWords, pressureOf, type Pressure } from './pressure-entry.js';
