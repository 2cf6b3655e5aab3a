import { cardiovascularRules } from './cardiovascular.js';
import { clearancesRules } from './clearances.js';
import { clottingRules } from './clotting.js';
import { consentRules } from './consent.js';
import { fertilityAndEstradiolRules } from './fertility-and-estradiol.js';
import { hematocritRules } from './hematocrit.js';
import { hormoneHistoryRules } from './hormone-history.js';
import { disagreeingResultsRules } from './disagreeing-results.js';
import { endocrineRules } from './endocrine.js';
import { formularyRules } from './formulary.js';
import { historyRules } from './history.js';
import { holdRules } from './hold.js';
import { jurisdictionRules } from './jurisdiction.js';
import { lowTestosteroneRules } from './low-testosterone.js';
import { medicinesRules } from './medicines.js';
import { monitoringRules } from './monitoring.js';
import { moodAndHabitsRules } from './mood-and-habits.js';
import { openReportsRules } from './open-reports.js';
import { organsRules } from './organs.js';
import { personRules } from './person.js';
import { prescriptionRules } from './prescription.js';
import { productFitRules } from './product-fit.js';
import { productSwitchRules } from './product-switches.js';
import { prostateRules } from './prostate.js';
import { restartDoseRules } from './restart-dose.js';
import type { Rule } from './rule.js';
import { sleepApneaRules } from './sleep-apnea.js';
import { symptomsRules } from './symptoms.js';
import { titrationRules } from './titration.js';

/**
 * Rises with every change of a rule; stored with each evaluation, so that it can be replayed. The last part counts the
 * versions of a month and is no day: each change has its own date.
 */
export const RULE_SET_VERSION = '2026.12.1';

export interface RuleSetChange {
  readonly version: string;
  readonly date: string;
  readonly text: string;
}

const CHANGES_2026_11_2 = [
  'low_t_unconfirmed, hct_missing_baseline, psa_missing: fire on treatment too until the results exist; the age of a test counts at the start of therapy.',
  't_not_low, low_t_unconfirmed: cleared by free_t_low_confirmed_on. osa_untreated: cleared by osa_cleared_on. thrombophilia, polycythemia_history: cleared by hematology_cleared_on.',
  'prostate_cancer_history: reads carcinoma, Gleason and prostatectomy too. psa_baseline_over_4, psa_baseline_over_3_high_risk, psa_on_therapy_over_4, psa_rise_over_1_4: judge twice the value on a 5-alpha-reductase inhibitor.',
  'ddi_*, psa_5ari_adjust: US brand names. current_trt_duplicate: reads the medicines too, until the first fill here.',
  'lab_timing_invalid: of gels only the draw before the dose decides. rx_quantity_mismatch: a single-dose vial is one dose, an opened multi-dose vial lasts 28 days.',
  'pdmp_not_checked: by state and policy. telemed_in_person_required: a record satisfies it, a reason does not.',
  'mood_severe: reads free texts with the detector of emergencies that messages and the assistant use.',
  'New: free testosterone, LH, prolactin, anemia and critical results; free-text history, blank safety answers, sex at birth, clots; stale hematocrit, blood pressure and PSA, PSA velocity, blood pressure 160/100; action bands; therapy on hold; sex hormones and DOACs; formulary, implausible dose, licenses, state, PDMP findings.',
];

const CHANGES_2026_11_3 = [
  'unread_history and text_*: read what patients write at safety checks too.',
  'New: severe side effects; days a fill, examination in person and nurse practitioners by the policy of the state.',
];

const CHANGES_2026_11_4 = [
  'rx_early_refill: counts what was sent to the pharmacy too. pdmp_discrepancy: stands until it is resolved with a reason.',
  'license_expired, dea_missing, nurse_practitioner_not_allowed: read verified licenses and registrations only.',
  'text_*: read every free text of the form but names and ways of contact.',
  'New: license not verified; another order of the patient at the pharmacy or on hold.',
];

const CHANGES_2026_11_5 = [
  'New: an order that says more than one drug, strength or dose; a quantity of more than ten times the need.',
];

const CHANGES_2026_11_6 = [
  'unread_history and text_*: read messages with such words too, but for words about testosterone.',
  'New: a higher dose without a level since the last change; a restart after a safety stop.',
];

const CHANGES_2026_11_7 = [
  't_not_low, low_t_unconfirmed: above 400 ng/dL a confirmed low free testosterone counts only with a calculated one below 65 pg/mL.',
  'dose_*, quantity_implausible: read frequencies beyond the catalog, such as "every 8 hours"; more than 10 mL in vials may last three times the days.',
  'order_says_more: a second strength, another hormone by name, or directions in the drug. text_*: more wordings; messages also tell of blood thinners and steroids.',
  'New: a contraindication lifted by an entered date; a prostate finding, thick blood or a wish for children in a free text; a frequency that cannot be read; a fill of more than four, and of more than six months.',
];

const CHANGES_2026_11_8 = [
  'What keeps back a raised dose: compares with the last dose sent or filled, or the plan before, until the order is dispensed.',
  'another_order_sent: counts orders canceled after they were sent, until the pharmacy is told.',
  'therapy_on_hold: asks for a reason that names it before a plan is approved.',
  'New: an emergency that no one has answered; changed safety answers that were not sent.',
];

const CHANGES_2026_11_9 = [
  'emergency_open: fires until the alert is closed with a record that the patient was reached.',
  'hct_on_therapy_over_54: says first to call the patient.',
  'patient_outside_service_states: blocks a plan, not only its order.',
  'contraindication_cleared: names a PSA over 3 that urology has cleared.',
  'no_response_after_6_months and what reads symptoms or breast tenderness: read check-ins and safety checks too; the newer of report and finding counts.',
  'text_prostate_cancer, text_prostate_warning, text_breast_cancer, text_clotting, text_cardiac_event, text_thick_blood, text_wish_for_children, vte_unsure, fertility_unsure: stand against an increase and against approved orders, after the reading too, until a clinician passes them by name.',
  'prostate_cancer_history: reads the answer about the prostate without the word, misspellings of it in the type of cancer, and leaves out relatives and "no cancer". unread_history: reads both answers.',
  'text_wish_for_children: more wordings, and any change of plans at a safety check.',
  'New: an emergency of the last 7 days; an anticoagulant without a stated reason; another cancer in a free text.',
];

const CHANGES_2026_11_10 = [
  'allergy_*, liver_disease_oral, organ_disease_review: read allergies and conditions told at safety checks too. unread_history: reads messages that name an oil of the product.',
  'New: liver or kidney failure in a free text; a logged dose far over the plan, until the patient was reached; a critical result whose patient was not called.',
];

const CHANGES_2026_11_11 = [
  'text_*: of what is told outside the form, words that are denied do not count, those about relatives are named as such and do not stand against approved orders, and a clinician can settle what they mean.',
  'allergy_*, liver_disease_oral, organ_disease_review: a clinician can settle what the words mean; a liver or kidney condition that is denied does not count.',
  't_below_target, t_above_target, t_supraphysiologic, t_below_action_band, t_above_action_band, estradiol_*, side_effect_severe: say what applies after release while therapy is held, and what applies after it ended.',
  'unread_history and text_*: read the reason of a refill request and of canceling a visit, and answers against treatment that a later intake takes back.',
  'dose_report_open: logged doses within half an interval count together.',
  'New: an allergy or reaction to an injection or an oil that names no ingredient; a PHQ-2 of 3 or more at a check-in.',
];

const CHANGES_2026_11_12 = [
  'no_level_since_change: the order of such a raise is approved by naming the rule.',
  'text_clotting, text_breast_cancer, text_thick_blood, text_wish_for_children: more wordings. Early orders of too much, and orders against what was told in words, are approved by name.',
  'New: a dose raised by more than half at once, and by more than one step of the product; a first dose of more than half above the usual start.',
];

const CHANGES_2026_11_13 = [
  'emergency_recent: asks at sending and filling too, by name, for an emergency that was told after the order was approved.',
  'New: a second change of product within 28 days, approved by naming the rule; a third order sent in one day, asked by name at each step until the alert is handled.',
];

const CHANGES_2026_11_14 = [
  'order_says_more: testosterone or another anabolic steroid under a plan without testosterone is never accepted. order_not_in_formulary: under such a plan any other drug, and more than 100 mg at once, is asked about.',
  'unread_history: whatever a patient answered when asked what has changed keeps orders back until a clinician has read it.',
  'critical_lab_not_called: a critical value counts too when another draw of the next 14 days contradicts it.',
  'text_*: medicines for prostate cancer, heart disease and too many red cells, testosterone by its other names, and more wordings.',
  'New: heart failure in a free text.',
];

const CHANGES_2026_11_15 = [
  'bp_*: a raised blood pressure that the patient reported counts until a clinician measures again; an older reading does not take its place.',
  'allergy_*_vehicle: more wordings, misspelled and in Spanish; benzyl benzoate keeps intramuscular undecanoate away too.',
  'text_*: testosterone from friends or other clinics, hearts that pump weakly, misspelled blood thinners, and more wordings.',
];

const CHANGES_2026_11_16 = [
  'text_*, unread_history: read what staff type too (diagnosis, notes of visits, calls, results, alerts, plans, holds and endings), but for what they deny, explain or measure.',
  'rx_long_supply: vials that hold more than six months of the ordered dose. order_not_in_formulary: a drug in vials without a strength. rx_long_supply is approved by name. another_order_sent: an order filled within the first half of its days too.',
  'Titration: a hold or a stop names every rule that holds, and takes the earliest recheck.',
];

const CHANGES_2026_11_17 = [
  'unread_history, text_*: what staff note to ask a patient about does not count as told.',
  'steady_state_not_reached: a draw from before the change that is ordered does not stand against it.',
  'text_*: more wordings and misspellings of cancer, testosterone from elsewhere, values told in words.',
  'New: results that disagree within days; hemoglobin above 18.5 g/dL.',
  'New: a corrected or voided result, or a changed treatment date, that kept treatment back: asks for a reason until its alert is acknowledged.',
];

const CHANGES_2026_11_18 = [
  'text_*: testosterone from more than one source, in messages and in what staff note.',
  'New: a severe side effect or a positive PHQ-2 asks for a reason at each decision until its alert is acknowledged.',
  'restart_after_safety_stop: the first order after it is approved by name. An order asks again when a measured value is worse than the one on which a rule was passed, and when its plan has changed.',
  'order_says_more: any word beside a testosterone product that the formulary does not know for it, and controlled drugs by name. text_*: misspelled words are read as the ones meant; testosterone bought online, vials sold.',
  'Emergencies: sudden pain in a testicle, blood sugar out of range.',
];

const CHANGES_2026_11_19 = [
  'An order asks again too when a draw that was entered since is worse than the one on which a rule was passed, whenever in the last year it was drawn.',
  'results_disagree: a hematocrit above 54 on therapy, and at most that within 7 days, too; names the highest value in dispute.',
  'restart_after_safety_stop: counts a hematocrit above 54 around the end of the treatment, a pause by a rule, and an earlier stop of the last 120 days; its plan is written and approved by name too.',
  'emergency_recent: not for one that a clinician closed as misread, unless the patient tells of it again. unsent_changes: not for weight and height alone.',
  'bp_*: a blood pressure of the intake is of the day the patient names; one measured at home and told at a check-in counts as reported: a raised one until a clinician measures again.',
  'text_*: a denied sleep apnea does not count; "mi" in Spanish and strokes of luck are no cardiac event. Emergencies: a symptom that the patient asks about and denies.',
];

const CHANGES_2026_11_20 = [
  'critical_lab, critical_lab_not_called: a critical value that was entered after a newer one counts for 120 days after its draw, until a call is recorded.',
  'bp_missing: before therapy, a blood pressure older than 365 days counts as none.',
  'order_says_more: what a dose adds to its mg ("per day", "2 pumps") must be what the frequency and the product say.',
  'A dose of another product is compared by the average level it gives, not by its milligrams. dose_raised_by_half: after a change of product, too.',
  'text_*: more wordings, above all of a wish for children. Medicines: methyltestosterone by its brands.',
  'New: no increase while a hematocrit above 54 of this treatment is at most 120 days old.',
  'Emergencies: a blood pressure of 180/120 or higher, given as numbers.',
];

const CHANGES_2026_11_21 = [
  'bp_*: a reading that a clinician enters after the patient reported one takes its place on the same day, too.',
  'contraindication_cleared: says how old a clearance of more than 400 days is.',
  'restart_after_safety_stop: says that a restart after a hematocrit above 54 is one step lower, or a gel.',
  'A changed treatment date that takes a warning away is told as a task.',
];

const CHANGES_2026_11_22 = [
  'low_t_unconfirmed: until the first order is sent, results after the approval count, and so does testosterone that the patient reports then.',
  'results_disagree: a PSA above 4 that falls to less than half within 90 days.',
  'unread_history: an answer that a safety check takes back stays told, as one of the form. Text that is neither English nor Spanish counts, and so do messages about medicine passed on or sold, vials from elsewhere, or a move to another state or country.',
  'text_*: more wordings (prothrombin, vein occlusion, procedures through the wrist, PI-RADS, a PSA that doubled, jaundice, pellets, values in Spanish).',
  'New: a PSA that rises before treatment, messages and lab reports that no one has read, and treatment under another record of the same person.',
];

const CHANGES_2026_11_23 = [
  'New: a plan or order after a pause for a hematocrit above 54 that is not one step lower, or a gel; approved by name. The titration advises that step.',
  'pdmp_discrepancy: flags the plan too, before there is an order.',
  'text_*: testosterone or T from people or the gym, injections that go on, "ca" beside the prostate, stints in the heart.',
  'labs_overdue, labs_overdue_30: a changed plan does not end what was overdue before it.',
];

const CHANGES_2026_11_24 = [
  'text_hormone_use: reads a message, too, in which a patient reports using testosterone before treatment; more wordings (HRT, cycles, pinned doses, testosterone from a website or another country).',
  'text_clotting: a blood thinner (or an INR) that is named where no medicine is asked for. text_cardiac_event, text_other_cancer: not of swimming strokes and a society.',
  'New: a blood pressure of 160/100 or higher that the patient reports on treatment asks for a call the same day. A safety check may tell one, as a check-in does.',
];

const CHANGES_2026_11_25 = [
  'text_hormone_use: testosterone that a patient uses or used, by its name or form, from a prescriber, or in the words of someone who stops, runs out, switches or continues; more anabolic steroids.',
  'text_sleep_apnea, text_clotting, text_cardiac_event, text_wish_for_children: more wordings (the result of a sleep study, a mask not tolerated, a filter, another coronary, a sibling for a child).',
];

const CHANGES_2026_11_26 = [
  'low_t_unconfirmed: also where both results before treatment are corrected to normal after the first order was sent.',
  'text_hormone_use: until the first dose is confirmed or an order sent; told after an order was approved, it keeps that order back until a clinician passes it by name.',
  'unread_own_words: also of a form that was sent again after the plan was approved; it then keeps orders from the pharmacy until it was read. Reads how a patient heard of the clinic.',
  'unread_history: before the first dose also requests for a visit that say more than everyday things.',
  'More wordings: a bleed in the head, a vial of testosterone that is left; weight on the chest as an emergency.',
];

const CHANGES_2026_11_27 = [
  'dose_report_open: also two doses within half the interval, for which the patient was told to take no more.',
  'unread_own_words: reads medicines, allergies, exercise, diet, tobacco and stress too, where they name what no list knows.',
  'unread_history: more of what patients write during treatment: a bad biopsy, a refused donation, a heart that pumps less, another’s vial, more than prescribed, a seizure, blood pressure from 160 over 90.',
  'Emergencies: a rope picked out, a gun and tonight, a clog in a leg vein, a child who smells of the gel. Not emergencies: a full heart, a lost pet, the smell of a gel.',
];

const CHANGES_2026_11_28 = [
  'dose_report_open: also a dose that was logged without an approved plan.',
  'unread_from_patient: until a clinician has reviewed a message that says more than everyday things; opening it is not enough.',
  'unread_history: before the first dose messages that say more than everyday things or answer the care team, notes on doses that do; the reason of a refill request that does; each keeps orders back until it was read.',
  'Limits that a laboratory gives (">54", "<0.1") count as passed by what lies beyond them: a hematocrit ">54" is above 54; no free testosterone is calculated from one.',
  'lab_draw_not_morning, low_t_unconfirmed: a draw before 05:00 does not count as one in the morning.',
  'Emergencies: testosterone given to someone else, a pregnancy, and a dose taken instead of a smaller one, by their own kind; growing or leaking breasts are none.',
  'order_says_more, order_not_in_formulary: a strength far below the one that is made is never accepted, any other than that one is asked about.',
  'New, cannot be overridden: directions whose volume is not the dose at the strength of the drug.',
  'New: a limit in place of a result that no rule can judge; an undetectable PSA before treatment; a heart rate above 120 or below 40.',
];

const CHANGES_2026_11_29 = [
  'order_not_in_formulary, order_says_more: strengths in percent, micrograms and grams are read; an amount that is no strength in mg/mL is asked about.',
  'unread_history: a message that a provider reviewed, or answered once opened, is read, unless its words argue against treatment.',
  'unread_from_patient: until a provider has opened a message, even if other staff have; news told in nothing but everyday words waits for a review too, and so do the words of an emergency once it is closed; a reply reviews what a provider has seen.',
  'unread_history: what the assistant has no answer to and states something of the person who asks; another clinician who is against treatment is history on treatment too.',
  'Emergencies: each line is read by itself; gel that reached a child or a partner, means at hand in few words, and oil injected into a vein by their own kind; fewer false alarms of nights, hobbies and other people’s treatment.',
];

const CHANGES_2026_11_30 = [
  'rx_early_refill, another_order_sent: days on which the therapy was on hold do not count as used.',
  't_supraphysiologic: also by a draw of the first day of treatment that was taken hours after a dose; such a draw does not count toward the diagnosis, so that lab_draw_not_morning does not ask for another hour.',
  'unread_from_patient, unread_history: a message that no provider has opened cannot be overridden: not for a plan, an order, a refill, sending, release or resuming.',
  'text_*, unread_history, allergies: a yes to a question of the care team tells what the question names.',
  'rx_quantity_mismatch, rx_long_supply, quantity_implausible: count with the strength that the order names, where a pharmacy can make it.',
  'sig_volume_mismatch: judged again when an order is sent, filled, released or refilled.',
  'telemed_in_person_required: a basis counts until its last day, where one was given.',
  'order_not_in_formulary: a number in the name of what is drawn up that is neither a strength, an amount nor a package is asked about.',
  'text_*, unread_history: a question counts in any message of the care team since the patient’s last one, in a new conversation the last of 14 days; only a clear no says that it is not so, and a yes to “you never had …, right?” confirms that. A yes to a question of an emergency raises it.',
  'unread_history: before the first dose, each free text of the form that says more than everyday things keeps the order back until it is read; also what the assistant answered. unread_from_patient: opening counts by a provider who may review, also while an emergency is open.',
  'text_told_not_to: new: another clinician is against the treatment. text_hormone_use: testosterone from someone else, told in a message, keeps orders back until it is settled or named, on treatment too.',
  'allergy_order_vehicle: new: an order that names an oil the patient reports an allergy to.',
  't_far_above_normal: new: a testosterone above 1,500 ng/dL, before treatment or at any hour of it.',
  'critical_lab_not_called: on the case of a patient with a plan too, where no newer critical result asks for the call; resuming therapy names it.',
  'another_order_on_hold: not for the order of a newer plan, whose approval ends the order on hold. restart_at_full_dose: for an order from before the pause also after a lower plan was approved.',
];

const CHANGES_2026_12_1 = [
  'text_diversion: new: medicine of ours that is sold or passed on, told in the form, a message, a note on a dose or a refill request, or as a yes to our question.',
  'text_wish_for_children: a yes counts where the question asks for a wish, a plan or trying, not where it asks whether children were talked about.',
  'unread_own_words, unread_history: a large family as a goal, help with exercise, a peanut allergy and a level without a number are looked at.',
  'Emergencies: a contact with the gel that a question asks of and its second sentence says; oil injected into a vein and a finding in a calf by their own kind; none where someone was seen about it, part of the medicine is sold, or a doctor has other ideas.',
  'text_against_treatment: new: the person who reviews what a patient wrote says whether it speaks against treatment; if so, it keeps orders back until it is settled or named. unread_history, unread_from_patient: a reply alone reviews nothing.',
  'text_against_treatment: a yes takes the place of a no, by the person who reviews the text after or at the same moment, and no later no takes it back; also of one message alone. unread_history: a message that was reviewed with an answer is read, also where its words argue against treatment, which stand as text_*.',
  'unread_from_patient: a message that no provider has opened keeps an order that was not sent from being filled, too. unread_history, unread_from_patient: also what the assistant has no answer to or refuses, but for everyday things; holidays, opening hours, parking, bills and what arrived are everyday things.',
  'Emergencies: a question of the care team whose dangerous answer is a no (“Are you safe tonight?”); more doses than one, and a gun at home, as a yes; letters of farewell and a last day; tablets of others swallowed as self-harm; early puberty of a child beside a gel; none at a bill.',
];

/** Newest first. */
export const RULE_SET_CHANGES: readonly RuleSetChange[] = [
  {
    version: '2026.12.1',
    date: '2026-11-28',
    text: CHANGES_2026_12_1.join(' '),
  },
  {
    version: '2026.11.30',
    date: '2026-11-28',
    text: CHANGES_2026_11_30.join(' '),
  },
  {
    version: '2026.11.29',
    date: '2026-11-28',
    text: CHANGES_2026_11_29.join(' '),
  },
  {
    version: '2026.11.28',
    date: '2026-11-28',
    text: CHANGES_2026_11_28.join(' '),
  },
  {
    version: '2026.11.27',
    date: '2026-11-28',
    text: CHANGES_2026_11_27.join(' '),
  },
  {
    version: '2026.11.26',
    date: '2026-11-28',
    text: CHANGES_2026_11_26.join(' '),
  },
  {
    version: '2026.11.25',
    date: '2026-11-27',
    text: CHANGES_2026_11_25.join(' '),
  },
  {
    version: '2026.11.24',
    date: '2026-11-27',
    text: CHANGES_2026_11_24.join(' '),
  },
  {
    version: '2026.11.23',
    date: '2026-11-27',
    text: CHANGES_2026_11_23.join(' '),
  },
  {
    version: '2026.11.22',
    date: '2026-11-27',
    text: CHANGES_2026_11_22.join(' '),
  },
  {
    version: '2026.11.21',
    date: '2026-11-27',
    text: CHANGES_2026_11_21.join(' '),
  },
  {
    version: '2026.11.20',
    date: '2026-11-27',
    text: CHANGES_2026_11_20.join(' '),
  },
  {
    version: '2026.11.19',
    date: '2026-11-26',
    text: CHANGES_2026_11_19.join(' '),
  },
  {
    version: '2026.11.18',
    date: '2026-11-26',
    text: CHANGES_2026_11_18.join(' '),
  },
  {
    version: '2026.11.17',
    date: '2026-11-26',
    text: CHANGES_2026_11_17.join(' '),
  },
  {
    version: '2026.11.16',
    date: '2026-11-26',
    text: CHANGES_2026_11_16.join(' '),
  },
  {
    version: '2026.11.15',
    date: '2026-11-26',
    text: CHANGES_2026_11_15.join(' '),
  },
  {
    version: '2026.11.14',
    date: '2026-11-25',
    text: CHANGES_2026_11_14.join(' '),
  },
  {
    version: '2026.11.13',
    date: '2026-11-25',
    text: CHANGES_2026_11_13.join(' '),
  },
  {
    version: '2026.11.12',
    date: '2026-11-24',
    text: CHANGES_2026_11_12.join(' '),
  },
  {
    version: '2026.11.11',
    date: '2026-11-24',
    text: CHANGES_2026_11_11.join(' '),
  },
  {
    version: '2026.11.10',
    date: '2026-11-23',
    text: CHANGES_2026_11_10.join(' '),
  },
  {
    version: '2026.11.9',
    date: '2026-11-23',
    text: CHANGES_2026_11_9.join(' '),
  },
  {
    version: '2026.11.8',
    date: '2026-11-23',
    text: CHANGES_2026_11_8.join(' '),
  },
  {
    version: '2026.11.7',
    date: '2026-11-23',
    text: CHANGES_2026_11_7.join(' '),
  },
  {
    version: '2026.11.6',
    date: '2026-11-23',
    text: CHANGES_2026_11_6.join(' '),
  },
  {
    version: '2026.11.5',
    date: '2026-11-23',
    text: CHANGES_2026_11_5.join(' '),
  },
  {
    version: '2026.11.4',
    date: '2026-11-23',
    text: CHANGES_2026_11_4.join(' '),
  },
  {
    version: '2026.11.3',
    date: '2026-11-22',
    text: CHANGES_2026_11_3.join(' '),
  },
  {
    version: '2026.11.2',
    date: '2026-11-22',
    text: CHANGES_2026_11_2.join(' '),
  },
  { version: '2026.11.1', date: '2026-11-20', text: 'First rule set: 96 rules in 18 families.' },
];

/** All rules; this order is the order of every evaluation and of every list of reasons. */
const ALL = [
  ...openReportsRules,
  ...lowTestosteroneRules,
  ...endocrineRules,
  ...symptomsRules,
  ...disagreeingResultsRules,
  ...hematocritRules,
  ...prostateRules,
  ...sleepApneaRules,
  ...cardiovascularRules,
  ...clearancesRules,
  ...clottingRules,
  ...fertilityAndEstradiolRules,
  ...organsRules,
  ...medicinesRules,
  ...hormoneHistoryRules,
  ...productFitRules,
  ...historyRules,
  ...personRules,
  ...moodAndHabitsRules,
  ...consentRules,
  ...holdRules,
  ...restartDoseRules,
  ...titrationRules,
  ...productSwitchRules,
  ...monitoringRules,
  ...prescriptionRules,
  ...formularyRules,
  ...jurisdictionRules,
];

export type RuleKey = (typeof ALL)[number]['key'];
/** Rules that keep a plan from being drafted. */
export type BlockingRuleKey = Extract<
  (typeof ALL)[number],
  { readonly effect: 'BLOCK' | 'SUBMIT-BLOCK' | 'BLOCK/STOP' }
>['key'];
export const RULES: readonly (Rule & { readonly key: RuleKey })[] = ALL;

export const RULE_BY_KEY: ReadonlyMap<string, Rule & { readonly key: RuleKey }> = new Map(
  RULES.map((rule) => [rule.key, rule]),
);
