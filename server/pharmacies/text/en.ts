import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  alikeBecause: {
    address: 'the same address',
    fax: 'the same fax number',
    name: 'a name like it',
    ncpdp: 'the same NCPDP ID',
    phone: 'the same phone number',
  },
  alikePharmacy: (name: string, because: string) => `${name} (${because})`,
  anotherPharmacyOfOrganizationFaxNumber: 'Another pharmacy of your organization has this fax number.',
  anotherPharmacyOfOrganizationName:
    'Another pharmacy of your organization has this name or one that looks like it. Add the street or the town.',
  anotherPharmacyResembles: (others: string) =>
    `This could be taken for ${others}. Call the pharmacy at a number that you know, and confirm that it is another one.`,
  chooseHowPharmacyConfirmed: 'Choose how the pharmacy confirmed.',
  chooseHowPharmacyGetsPrescriptions: 'Choose how the pharmacy gets prescriptions.',
  choosePharmacy: 'Choose a pharmacy.',
  choosePharmacyOfClinic: 'Choose a pharmacy of this clinic.',
  didNotConfirmOrder: (pharmacy: string, number: string, medicine: string, why: string) =>
    `${pharmacy} did not confirm order ${number} (${medicine}), and may have it.${why} Call the pharmacy before it goes anywhere else.`,
  doesNotOrderPatientNoMedicine: (pharmacy: string, number: string, medicine: string, why: string) =>
    `${pharmacy} does not have order ${number} (${medicine}).${why} The patient has no medicine on the way: send it another way.`,
  enterFaxNumberTakesPrescriptions: 'Enter the fax number that takes prescriptions.',
  enterNameInLatinLetters: 'Write the name in Latin letters, as on the pharmacy’s license.',
  enterOneLineOfAtMost: (referenceLength: number) =>
    `Enter one line of at most ${referenceLength} characters.`,
  enterSevenDigitsOfNcpdpId: 'Enter the seven digits of the NCPDP ID.',
  ePrescribingNotConnected: 'E-prescribing is not connected. Choose fax or a direct connection.',
  orderOfPatient: (number: string, pharmacy: string) =>
    `Order ${number} of this patient is with ${pharmacy} and not confirmed yet. Wait for the confirmation, or withdraw it first.`,
  orderOver: 'This order is over. Give the prescription to a pharmacy again.',
  organizationCanPharmacies: (most: number) => `An organization can have ${most} pharmacies.`,
  pharmacyNeedsPatientsFullName:
    'A pharmacy needs the patient’s full name and date of birth, and who prescribes.',
  pharmacysProgramConfirmsOrderItself:
    'The pharmacy’s program confirms this order itself. Withdraw it to send it another way.',
  pharmacyTakesFaxes: 'This pharmacy takes faxes: nothing is signed.',
  prescriptionOnHoldOrEnded: 'This prescription is on hold or has ended: nothing of it is printed.',
  tookOrderAfterWithdrawn: (pharmacy: string, number: string, medicine: string) =>
    `${pharmacy} took order ${number} (${medicine}) after it was withdrawn. Call the pharmacy: it must not be dispensed.`,
});
