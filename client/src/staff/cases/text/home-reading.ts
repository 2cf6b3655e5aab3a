export const HOME_READING_TEXT = {
  told: (pressure: string, date: string) =>
    `Blood pressure ${pressure} mmHg at home on ${date}, reported by the patient. It is not a clinic measurement.`,
  takeOver: 'Record in the clinical facts',
  done: 'Blood pressure recorded.',
  failed: 'The blood pressure was not recorded.',
  changed: 'Check the case and press again.',
} as const;
