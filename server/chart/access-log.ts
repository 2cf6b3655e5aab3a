/** What staff did with a record, worded for its patient. */
const WORDS: Readonly<Record<string, string>> = {
  'appointment.read': 'Saw your appointment',
  'appointment.search': 'Saw your appointments in a list',
  'appointment.update': 'Changed your appointment',
  'case.discontinue': 'Ended your treatment',
  'case.read': 'Opened your case',
  'case.search': 'Viewed your name and open items in a list of cases',
  'case.tell_in_person': 'Chose what to talk about with you in person',
  'case.update': 'Changed your case',
  'completeness.read': 'Saw your overdue monitoring in a clinic list',
  'document.download': 'Downloaded one of your documents',
  'document.read': 'Read a form you signed',
  'fhir.everything': 'Read your whole record through a connection',
  'fhir.export': 'Exported your whole record through a connection',
  'fhir.export_part': 'Exported a part of your record through a connection',
  'fhir.read': 'Read a part of your record through a connection',
  'fhir.search': 'Searched your record through a connection',
  'lab.create': 'Entered lab results',
  'lab.import': 'Imported lab results',
  'lab.import_check': 'Compared a file of lab results with your record',
  'lab.read': 'Viewed one of your lab results',
  'lab.search': 'Viewed your lab results in a list',
  'lab.review': 'Reviewed lab results',
  'lab_message.discard': 'Discarded lab results that a laboratory had sent',
  'lab_message.match': 'Assigned lab results that a laboratory had sent to you',
  'lab_message.read': 'Compared lab results that a laboratory had sent with your record',
  'lab_message.retry': 'Read lab results that a laboratory had sent once more',
  'lab_message.search': 'Saw lab results that a laboratory had sent in a list',
  'lab_order.assist': 'Looked up which lab tests are due for you',
  'lab_order.cancel': 'Canceled a lab order of yours',
  'lab_order.create': 'Ordered lab tests for you',
  'lab_order.download': 'Downloaded a lab order of yours',
  'lab_order.drawn': 'Recorded when your blood was drawn',
  'lab_order.list': 'Read your lab orders',
  'lab_order.read': 'Read one of your lab orders',
  'lab_order.results': 'Assigned lab results to an order of yours',
  'lab_order.search': 'Saw your lab orders in a list',
  'lab_report.download': 'Downloaded a lab report you sent',
  'lab_report.search': 'Saw the lab reports you sent in a list',
  'lab_report.transcribe': 'Entered a lab report you sent',
  'message.read': 'Read your messages',
  'message.search': 'Saw your messages in a list',
  'message.send': 'Wrote to you',
  'patient.break_glass': 'Gave a reason to open your record',
  'patient.held': 'Viewed your record in the list of records on hold',
  'patient.place_hold': 'Put your record on legal hold, so that nothing in it is erased',
  'patient.release_hold': 'Released the legal hold on your record',
  'patient.read': 'Opened your profile',
  'patient.search': 'Saw your name and contact details in a list',
  'patient.release': 'Released what was entered before your email was verified',
  'plan.approve': 'Approved your plan',
  'plan.flag': 'Flagged your plan for a closer look',
  'plan.list': 'Read your plans',
  'plan.preview': 'Reviewed your plan in a group of plans to approve',
  'plan.read': 'Read one of your plans',
  'plan.search': 'Saw your plan in a list',
  'plan.simulate': 'Tried out a change to your plan, without saving it',
  'plan.titrate': 'Proposed a change to your plan',
  'plan.unflag': 'Removed the flag from your plan',
  'patient_app.end': 'Gave up its access to your record',
  'patient_app.renew': 'Renewed its access to your record',
  'patient_app.token': 'Was given access to your record',
  'pdmp_check.list': 'Viewed your prescription monitoring checks',
  'prescription.assist': 'Viewed a prescription suggested from your plan',
  'prescription.dispense': 'Recorded a fill of your prescription',
  'prescription.list': 'Read your prescriptions',
  'prescription.read': 'Read one of your prescriptions',
  'prescription.search': 'Saw your prescriptions in a list',
  'record.read_again': 'Received an earlier answer about your record once more',
  'retention.list': 'Saw your name in the list of closing accounts and legal holds',
  'refill.read': 'Read one of your refill requests',
  'refill.search': 'Saw your refill requests in a list',
  'telemed_basis.list': 'Viewed the visits your prescription relies on',
};
const REFILL = 'Worked on your refill request';
const PRESCRIPTION = 'Worked on your prescription';

/** @param outside whether the reader is not the case's clinician */
export function accessWords(action: string, outside: boolean): string {
  const words =
    WORDS[action] ??
    (action.startsWith('prescription.')
      ? PRESCRIPTION
      : action.startsWith('refill.')
        ? REFILL
        : 'Worked on your record');
  return outside ? `${words}, without being your primary clinician` : words;
}
