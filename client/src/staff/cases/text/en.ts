import type { AlertReport } from '#common/api/index.js';

/** The text around one case. */
export const CASE_TEXT = {
  notFound: 'Case not found.',
  notFoundHint: 'It may have been closed, or it belongs to another clinic.',
  backToCases: 'Back to cases',
  detailFailed: 'Unable to load case detail',
  caseFailed: 'Unable to load case',
  noDiagnosis: 'no diagnosis',
  noClinician: 'no clinician assigned',
  reviewPlan: 'Review this plan',
  adjust: 'Adjust plan',
  prescriptions: 'Prescriptions',
  editFacts: 'Edit clinical facts',
  hideFacts: 'Hide clinical facts',
  discontinueInfo: 'About stopping TRT',
  profile: 'Patient profile',
  previous: 'Previous case',
  next: 'Next case',
  queuePlace: (place: number, of: number) => `${place} of ${of} in the list`,
};

export const REPORT_PLACE: Record<AlertReport['place'], string> = {
  assistant: 'Assistant',
  message: 'Message',
  check_in: 'Check-in',
  safety_check: 'Safety check',
  intake: 'Intake',
  appointment: 'Appointment',
  dose: 'Dose log',
  refill: 'Refill request',
};
export const ALERTS_TEXT = {
  since: (day: string) => `since ${day}`,
  openAlerts: (n: number) => (n === 1 ? '1 open alert:' : `${n} open alerts:`),
  none: 'No open alerts',
  noneHint: 'Alerts appear here when a rule or a lab value needs attention.',
};

export const DISCONTINUE_TEXT = {
  open: 'Discontinue treatment',
  title: (name: string) => `Discontinue treatment for ${name}`,
  lead: 'This ends the plan and every prescription that is not over yet. Nothing is deleted.',
  reason: 'Reason',
  chooseReason: 'Choose a reason',
  date: 'Effective date',
  followUp: 'Follow-up labs',
  followUpHint: 'With follow-up labs the case stays in monitoring; without them it is closed.',
  note: 'Note',
  confirm: 'Confirm discontinuation',
  failed: 'Unable to discontinue the treatment',
  done: (name: string) => `${name}: treatment discontinued.`,
  missingReason: 'Choose a reason.',
  missingDate: 'Enter the effective date.',
  lateDate: 'Enter today or an earlier date.',
  again: 'Check the case, then confirm again if it still holds.',
};

export const PLAN_TEXT = {
  none: 'No plan yet',
  noneHint: 'A plan is drafted when the patient has submitted the intake.',
  blockedHint: (rules: string) =>
    `No plan was drafted from the intake. Rules against treatment: ${rules}. A provider can write a plan with a reason.`,
  notDraftedHint: 'No plan was drafted from the intake. A provider can write one with a reason.',
  ended: (date: string) => `No active plan: treatment ended ${date}`,
  endedHint: 'To treat again, write a plan. Earlier plans are listed under History.',
  active: 'Active',
  proposed: 'Proposed',
  pending: 'Pending review',
  print: 'Plan with evidence (PDF)',
};

export const ENDED_TEXT = {
  ended: (date: string) => `Treatment ended ${date}`,
  earlier: (date: string) => `Earlier treatment ended ${date}`,
  reason: 'Reason',
  note: 'Note',
  by: 'Recorded by',
  recorded: (who: string, date: string) => `${who}, ${date}`,
  labs: 'Follow-up labs',
  wanted: 'ordered',
  notWanted: 'not ordered',
};

export const CLOSE_CASE_TEXT = {
  open: 'Close case',
  title: (name: string) => `Close the case for ${name}`,
  missing: 'Still open on this case',
  noFollowUp: (dueInDays: number | null) =>
    `Follow-up labs were ordered and have no result yet${
      dueInDays === null
        ? ''
        : dueInDays < 0
          ? ` (${-dueInDays} days overdue)`
          : ` (due in ${dueInDays} days)`
    }.`,
  unreviewed: (count: number) => `${count} lab ${count === 1 ? 'result is' : 'results are'} not reviewed.`,
  alerts: (count: number) => `${count} open ${count === 1 ? 'alert' : 'alerts'}.`,
  lead: 'The treatment has ended. Close the case once the follow-up labs are done; a new intake opens it again.',
  untreated: 'No treatment is planned. A new intake opens the case again.',
  confirm: 'Close case',
  failed: 'Unable to close the case',
  again: 'Check it, then confirm again if it still holds.',
  done: (name: string) => `${name}: case closed.`,
};

export const REVIEW_TEXT = {
  review: 'Review',
  open: 'Open',
  title: (date: string) => `Review the labs from ${date}`,
  note: 'Note (optional)',
  laboratorySays: (test: string | null, text: string) => `Laboratory${test ? `, ${test}` : ''}: ${text}`,
  confirm: 'Mark reviewed',
  failed: 'Unable to save the review',
  done: 'Labs marked as reviewed.',
  notReviewed: 'not reviewed',
  again: 'This is the current version. Review it and try again.',
  table: 'Results',
  test: 'Test',
  value: 'Value',
  before: 'Previous value',
  range: 'Reference range',
  noRange: 'none',
  first: 'first value',
  between: (low: string, high: string) => `${low} to ${high}`,
  upTo: (high: string) => `up to ${high}`,
  from: (low: string) => `from ${low}`,
  entered: (value: string) => `entered as ${value}`,
  rules: 'Rules that read these results',
  noRules: 'No rule fires on these results.',
  openCase: 'Open the case',
  seen: (values: string) => `I have read the critical result: ${values}.`,
  versions: 'Earlier versions',
  version: (n: number, of: number, by: string, at: string) => `Version ${n} of ${of}, ${by}, ${at}`,
  unknown: 'author not recorded',
  reason: (text: string) => `Reason: ${text}`,
  correct: 'Correct or void',
};

export const LAB_ENTRY_TEXT = {
  open: 'Enter lab results',
  unit: (analyte: string) => `Unit of ${analyte}`,
  unitShort: 'Unit',
  checked: 'Checked against the lab report',
  limits: 'Where the report gives a limit, enter it with its sign: <0.1, >54.',
};

export const CRITICAL_TEXT = {
  title: (count: number) => (count === 1 ? 'Critical result' : 'Critical results'),
  place: (n: number, of: number) => `Panel ${n} of ${of}`,
  above: (value: string, limit: string) => `${value}, above the critical limit of ${limit}`,
  below: (value: string, limit: string) => `${value}, below the critical limit of ${limit}`,
  marked: (value: string) => `${value}, marked as critical by the laboratory`,
  drawn: (date: string) => `Drawn ${date}`,
  rules: 'What to do',
  noRules: 'Call the patient today and decide what to do next.',
  openCase: 'Open the case',
  record: 'Record the call',
  calledOn: 'Called on',
  reached: 'Was the patient reached?',
  noAnswer: 'Say whether the patient was reached.',
  yes: 'Yes',
  no: 'No',
  note: 'What was said',
  noDay: 'Enter the day of the call.',
  later: 'Call later',
  laterHint: 'Without a call the panel stays in Labs under "Critical, not called".',
  failed: 'Unable to record the call',
  done: 'Call recorded.',
  due: 'Critical, not called',
  missed: 'Critical, not reached',
  called: (date: string, by: string) => `Patient reached ${date}, ${by}`,
  tried: (date: string, by: string) => `Not reached ${date}, ${by}`,
};

export const CORRECT_TEXT = {
  title: (date: string) => `Correct the labs from ${date}`,
  lead: 'Change what is wrong. The previous values stay readable, the rules run again, and the panel is pending review again. Leave a field empty to remove its value.',
  reason: 'Reason',
  noReason: 'Give the reason in words.',
  add: 'More analytes',
  confirm: 'Save the correction',
  failed: 'Unable to save the correction',
  done: 'Labs corrected.',
  again: 'Check the values, then save again.',
  void: 'Void the panel',
  voidTitle: (date: string) => `Void the labs from ${date}`,
  voidLead:
    'The whole panel is removed: no rule reads it, and the patient no longer sees it. It stays readable under "All".',
  voidConfirm: 'Void the panel',
  voidFailed: 'Unable to void the panel',
  voided: 'Panel voided.',
};

export const LAB_TREND_TEXT = {
  title: 'Trend',
  analyte: 'Test',
  asTable: 'Show as table',
  chart: (inWords: string) => `Chart of the values. ${inWords}`,
  table: 'Values over time',
  collected: 'Collected',
  value: 'Value',
  flag: 'Flag',
  flags: { low: 'low', high: 'high', normal: 'normal', unclear: 'unclear' },
  band: (isTarget: boolean, range: string, unit: string) =>
    `${isTarget ? 'Target' : 'Reference range'} ${range} ${unit}`,
  noBand: 'No reference range',
  start: 'start',
  dose: (mg: number) => `${mg} mg`,
  stop: 'stopped',
  mark: (label: string, date: string) => `${label} ${date}`,
  marks: (inWords: string) => `Dose: ${inWords}`,
  newest: (value: string, date: string, flag: string) => `Newest: ${value} on ${date}, ${flag}.`,
  moved: (sign: number, before: string, date: string) =>
    `${sign > 0 ? 'Up from' : sign < 0 ? 'Down from' : 'The same as'} ${before} on ${date}.`,
  spread: (count: number, low: string, high: string) => `${count} values between ${low} and ${high}.`,
};

export const LIST_TEXT = {
  approvedAgainst: (rules: string) => `Approved against rules: ${rules}`,
  oneClinic: 'Cases of the clinic chosen in the cockpit only.',
  allClinics: 'Show all clinics',
  failed: 'Unable to load cases.',
  none: 'No cases found',
  noneHint: 'A case appears here when a patient submits the intake.',
  noMatchHint: 'No case matches this search and these filters.',
  clear: 'Clear search and filters',
  changed: 'The list has changed.',
  show: 'Show the new order',
  manage: 'Manage',
  planWaits: 'plan pending review',
  more: (count: number) => `and ${count} more`,
  alerts: (count: number) => `${count} alert${count === 1 ? '' : 's'}`,
  criticalAlerts: (count: number) => `${count} critical alert${count === 1 ? '' : 's'}`,
};

export const INTAKE_TEXT = {
  open: 'Read intake',
  title: (name: string) => `Intake of ${name}`,
  loading: 'Loading the intake',
  failed: 'Unable to load the intake',
  none: 'No intake yet',
  noneHint: 'It can be read here once the patient has submitted it.',
  submitted: (date: string) => `Submitted ${date}.`,
  signed: (name: string, date: string) => `Signed by ${name} on ${date}.`,
  unanswered: (labels: string) => `Not answered: ${labels}`,
  close: 'Close',
};

/** ICD-10-CM codes that a testosterone program bills and charts under. */
export const DIAGNOSES: readonly string[] = [
  'E29.1 Testicular hypofunction',
  'E23.0 Hypopituitarism',
  'E89.5 Postprocedural testicular hypofunction',
  'Q98.4 Klinefelter syndrome, unspecified',
  'R79.89 Other specified abnormal findings of blood chemistry',
  'R68.82 Decreased libido',
  'N52.9 Male erectile dysfunction, unspecified',
  'R53.83 Other fatigue',
];

export const EDIT_CASE_TEXT = {
  factReason: 'Why this is changed',
  code: 'ICD-10 code',
  ownDiagnosis: 'None of these',
  open: 'Edit case',
  title: (name: string) => `Edit the case for ${name}`,
  diagnosis: 'Diagnosis',
  clinician: 'Primary clinician',
  unassigned: 'Unassigned',
  me: (name: string) => `${name} (you)`,
  save: 'Save case',
  saved: (name: string) => `${name}: case saved.`,
  failed: 'Unable to save the case',
  conflict: 'Your entries are still here: compare and save again.',
};

const questions = new Intl.ListFormat('en-US', { type: 'conjunction' });

export const UNSENT_TEXT = {
  title: 'Changes not submitted',
  body: (labels: readonly string[], date: string) =>
    `Patient changed ${questions.format(labels)} on ${date} and has not submitted it. The rules and the form here read the earlier answers.`,
};

export const AWAITED_TEXT = {
  title: 'Intake not submitted yet',
  body: 'This case was opened for an emergency. Until the patient submits the intake, no rules are evaluated and nothing can be planned or prescribed. You can answer the emergency, write to the patient, or call.',
  call: 'Call the patient',
  emergencyContact: (name: string | null) => `Emergency contact${name ? `, ${name}` : ''}`,
  noPhone: 'No phone number on file.',
};

export const IN_PERSON_TEXT = {
  title: 'What the patient reads about why there is no plan',
  open: 'Tell in person',
  chip: 'In person',
  dialog: 'Tell in person',
  about:
    'Check the reasons you want to explain yourself. Until you clear them here, the patient reads “Your clinician will talk with you about the result” instead.',
  save: 'Save',
  done: (count: number) =>
    count === 0 ? 'The patient can read every reason.' : 'Saved. Talk with the patient soon.',
  failed: 'Unable to save what to tell in person.',
  again: 'The case has changed. Check the reasons, then save again.',
};

export const ATTENTION_TEXT = {
  none: 'none',
  overdue: 'overdue',
};

export const CASE_DETAIL_PAGE_TEXT = {
  case: 'Case',
  queue: 'Queue',
  partsOfCase: 'Parts of the case',
};

export const CASE_FILTERS_TEXT = {
  emergency: 'Emergencies',
  flagged: 'Flagged',
  overdue: 'Overdue',
  search: 'Search',
  status: 'Status',
  all: 'All',
};

export const CASE_FRAME_TEXT = {
  loadingCase: 'Loading the case',
  case: (number: string) => `Case ${number}`,
  cases: 'Cases',
  planPendingReview: 'plan pending review',
  case2: (caseNumber: string, diagnosis: string, primaryClinician: string) =>
    `Case ${caseNumber} · ${diagnosis} · ${primaryClinician}`,
};

export const CASE_TABLE_TEXT = {
  ago: (age: string) => `${age} ago`,
  open: (age: string) => `open ${age}`,
  notScheduled: 'Not scheduled',
  cases: 'Cases',
  patient: 'Patient',
  status: 'Status',
  attention: 'Attention',
  nextReview: 'Next review',
  waiting: 'Waiting',
  lastChange: 'Last change',
  prescriptions: 'Prescriptions',
};

export const CASE_WORKLIST_TEXT = {
  cases: 'Cases',
  caseList: 'Case list',
  loadingCases: 'Loading cases',
};

export const CLINICAL_FACTS_FORM_TEXT = {
  nothingChanged: 'Nothing was changed.',
  clinicalFactsSaved: 'Clinical facts saved.',
  unableToSaveClinicalFacts: 'Unable to save the clinical facts.',
  clinicalFacts: 'Clinical facts',
  saveClinicalFacts: 'Save clinical facts',
  notRecorded: 'Not recorded',
  yes: 'Yes',
  no: 'No',
};

export const LAB_ENTRY_FORM_TEXT = {
  hoursAreRight: 'The hours are right: the dose log is not',
  labResultsSaved: 'Lab results saved.',
  unableToSaveLabResults: 'Unable to save the lab results.',
  enterLabResults: 'Enter lab results',
  labResults: 'Lab results',
  moreAnalytes: 'More analytes',
  saveLabResults: 'Save lab results',
  collectedAt: 'Collected at',
  localTime: 'Local time. Draws from 5 to 10 a.m. count as morning.',
  hoursSinceLastDoseOptional: 'Hours since last dose (optional)',
  fromPatientsDoseLog: 'From the patient’s dose log.',
  specimenOptional: 'Specimen (optional)',
};

export const LABS_TAB_TEXT = {
  nextLabs: 'Next labs:',
  drawn: (from: string, until: string) =>
    from === until ? `Blood draw ${from}.` : `Blood draw ${from} to ${until}.`,
  due: (days: number) => {
    const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
    return days < 0 ? `Due ${count} ago.` : `Due in ${count}.`;
  },
  enterFirstPanelBelow: 'Enter the first panel below.',
  noLabResultsYet: 'No lab results yet',
  labHistory: 'Lab history',
  labPanels: 'Lab panels',
  collected: 'Collected',
  results: 'Results',
  afterDose: 'After dose',
  review: 'Review',
};

export const PLAN_TAB_TEXT = {
  history: 'History',
  flagged: 'Flagged',
  noReasonGiven: 'No reason given.',
};

export const PRESCRIPTIONS_TAB_TEXT = {
  managePrescriptions: 'Manage prescriptions',
  draftAppearsHereTogether: 'A draft appears here together with a plan, unless a rule blocks it.',
  noPrescriptions: 'No prescriptions',
  prescriptions: 'Prescriptions',
  drug: 'Drug',
  quantity: 'Quantity',
  status: 'Status',
  written: 'Written',
};

export const RULES_TAB_TEXT = {
  rulesCheckedAgainWithEach: 'Rules are checked again with each intake, lab result and plan.',
  noRuleFired: 'No rule fired',
  version: (value: string, version: number) => `${value} · version ${version}`,
};

export const LAB_ENTRY_WORDS = {
  enterDateAndTime: 'Enter the date and time of the draw.',
  enterTimeNotInFuture: 'Enter a time that is not in the future.',
  enterAtLeastOneResult: 'Enter at least one result.',
  enterHoursAsNumber: 'Enter the hours as a number.',
  changeAtLeastOneValue: 'Change at least one value.',
  voidPanelInsteadOfTaking: 'Void the panel instead of taking its last value away.',
};

export const CASE_TABS_TEXT = {
  Alerts: 'Alerts',
  Rules: 'Rules',
  Labs: 'Labs',
  Plan: 'Plan',
  Prescriptions: 'Prescriptions',
};

export const FACT_GROUPS_TEXT = {
  beforePrescribing: 'Before prescribing',
  bloodPressure: 'Blood pressure',
  heart: 'Heart',
  clearances: 'Clearances',
  prostateAndBreast: 'Prostate and breast',
  therapy: 'Therapy',
};
