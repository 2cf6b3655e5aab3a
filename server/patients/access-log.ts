/** What staff did with a record, as its patient reads it. */
const WORDS: Readonly<Record<string, string>> = {
  'appointment.update': 'Changed an appointment of yours',
  'case.discontinue': 'Ended your treatment',
  'case.read': 'Opened your case',
  'case.tell_in_person': 'Chose what to talk about with you in person',
  'case.update': 'Changed your case',
  'document.download': 'Downloaded a document of yours',
  'document.read': 'Read a form you signed',
  'lab.create': 'Entered lab results',
  'lab.import': 'Imported lab results',
  'lab.review': 'Reviewed lab results',
  'message.read': 'Read your messages',
  'message.send': 'Wrote to you',
  'patient.read': 'Opened your profile',
  'plan.approve': 'Approved your plan',
  'plan.flag': 'Flagged your plan for a closer look',
  'plan.list': 'Read your plans',
  'plan.simulate': 'Tried out a change of your plan, without saving it',
  'plan.titrate': 'Proposed a change of your plan',
  'plan.unflag': 'Removed the flag from your plan',
  'prescription.list': 'Read your prescriptions',
  'prescription.read': 'Read a prescription of yours',
};
const PRESCRIPTION = 'Worked on a prescription of yours';

/** @param outside whether the reader is not the clinician whose case it is */
export function accessWords(action: string, outside: boolean): string {
  const words =
    WORDS[action] ?? (action.startsWith('prescription.') ? PRESCRIPTION : 'Worked on your record');
  return outside ? `${words}, without being your primary clinician` : words;
}
