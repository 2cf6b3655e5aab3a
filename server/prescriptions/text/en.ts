import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  cannotBeOverridden: (out?: string) =>
    `This rule cannot be overridden while it applies to the prescription.${out ? ` ${out}.` : ''}`,
  first: (out?: string) => `${out ?? 'Resolve it on the case'} first`,
  /** What ends a rule, and whether a reason is enough. */
  ways: (out: string | undefined, overridable: boolean) =>
    out
      ? `${out}${overridable ? ', override it with a reason' : ''}`
      : overridable
        ? 'Override it with a reason'
        : 'It cannot be overridden: resolve it on the case',
  /** The acts that end what keeps an order back, by its rule. */
  wayOut: {
    therapy_on_hold: 'Resume the therapy on the case',
    pdmp_not_checked: 'Record a PDMP query on the case',
    pdmp_discrepancy: 'Resolve the PDMP finding on the case',
    license_missing_in_state: 'Have a prescriber who is licensed in the patient’s state write a new order',
    license_expired: 'Record the renewed license',
    license_unverified: 'Have an administrator verify the license',
    dea_missing: 'Record the DEA registration',
    telemed_in_person_required: 'Record the basis for prescribing by telemedicine on the case',
    unread_from_patient: 'Review the message, or transcribe the lab report, on the case',
  },
  approvedAndReplacedAtOnce: 'Approved, and replaced at once by a later order of this list.',
  atMostAtOnce: (mostAtOnce: number) => `At most ${mostAtOnce} at once.`,
  blockedBySafetyRule: 'Blocked by a safety rule.',
  callPharmacy: (drug: string, dose: string, way: string) =>
    `Call the pharmacy: ${drug} ${dose}, ${way}, is canceled and must not be dispensed. Mark this as handled once the pharmacy knows.`,
  cannotDoForPatient:
    'You cannot do this for this patient: a rule about your license, your DEA registration or the patient’s state applies.',
  canReadAndAnswerWhatPatient:
    'You can read and answer what this patient wrote, and not review it: reviewing releases prescriptions and needs your valid license in the patient’s state. Have a colleague who is licensed there review it.',
  takesLicense:
    'This takes your valid license in the patient’s state. Have a colleague who is licensed there do it, or an administrator of the clinic.',
  chooseAcceptOrReject: 'Choose accept or reject.',
  chooseAtLeastOnePrescription: 'Choose at least one prescription.',
  chooseSingleOrMulti: 'Choose single or multi.',
  chooseSubmitted: 'Choose submitted, sent, filled or canceled.',
  doseOfOrderNotOneAmount: (dose: string) =>
    `The dose “${dose}” of this order is not one amount in mg. Correct the dose.`,
  enter0To5Refills: 'Enter 0 to 5 refills: the law allows no more.',
  enterDaysOfSupplyAsWhole: 'Enter the days of supply as a whole number from 1 on.',
  enterFewerDaysOfSupply: 'Enter fewer days of supply.',
  enterThe: (what: string) => `Enter the ${what}.`,
  ifMedicineHandedOver: (says: string) =>
    `${says} If the medicine was handed over, record the fill with a reason that names the rule, and contact the patient. If it was not, do not record it.`,
  ifMedicineHandedOverAllSame: (says: string, out: string) =>
    `${says} ${out}. If the medicine was handed over all the same, contact the patient and the pharmacy.`,
  mayStillOrderOfPatientWithdrawn: (called: string) =>
    `${called} may still have an order of this patient that was withdrawn. Call them, and mark the alert as handled, before another order sets out.`,
  newSinceApproval: (titleOf: string, ways: string) =>
    `New since approval: ${titleOf}. ${ways}, or cancel the order.`,
  noneOfPrescriptionsCouldApproved: 'None of the prescriptions could be approved.',
  noPlanToPrescribeForYet: 'There is no plan to prescribe for yet.',
  onHold: 'This prescription is on hold. Release it first, or cancel it.',
  onlyApprovedOrderNotSentYet: 'Only an approved order that was not sent yet can be sent.',
  onlyApprovedPrescriptionNotEnded: 'Only an approved prescription that has not ended can be put on hold.',
  onlyOrderWaitsForApproval: 'Only an order that waits for approval can be changed.',
  orderSays: (drug: string, wanted: string) =>
    `This order says “${drug}”, but the plan is for ${wanted}. Correct the drug, or adjust the plan first.`,
  orderSaysButProductGivenByRoute: (route: string, routes: string) =>
    `This order says “${route}”, but its product is given by the ${routes} route. Correct the route.`,
  patientReportedEmergencyNoOneAnswered:
    'The patient reported an emergency that no one has answered. Contact the patient and record it on the case first.',
  patientWroteMessageNoProviderOpened:
    'The patient wrote a message that no provider has opened, and it cannot be overridden. Open it and mark it as reviewed first.',
  pharmacyPrescription: 'The pharmacy has this prescription.',
  planFlagged: 'Its plan is flagged. Review the plan first.',
  planNotApprovedYet: 'Its plan is not approved yet. Approve the plan first.',
  prescriptionChangedInMeantime: 'The prescription was changed in the meantime.',
  prescriptionNamedTwice: 'A prescription is named twice.',
  prescriptionNotOnHold: 'This prescription is not on hold.',
  prescriptionOnHold: 'This prescription is on hold.',
  prescriptionOnHoldAlready: 'This prescription is on hold already.',
  productDoesNotComeInVials: 'This product does not come in vials that are drawn up.',
  productNotCountedOut: 'This product is not counted out: write the order by hand.',
  sinceApprovalRuleApplies: (titleOf: string) => `Since approval a rule applies: ${titleOf}.`,
  stillOnHold: (drug: string, titleOf: string | null) =>
    `${drug} is still on hold, and its reason no longer applies (${titleOf}). Release it, cancel it, or approve the order of a newer plan, which takes its place: the patient cannot get it until then.`,
  therapyOnHold: 'The therapy is on hold. Resume the therapy first.',
  whatPatientWroteMaySpeakAgainst:
    'What the patient wrote may speak against treatment, and it has not been reviewed. Review the history first.',
});
