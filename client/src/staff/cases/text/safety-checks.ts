export const SAFETY_CHECKS_TEXT = {
  title: (date: string) => `Safety check from ${date}`,
  date: 'Date',
  changes: 'Changes',
  nothing: 'None reported',
  state: 'Patient’s state',
  sideEffects: 'Side effects',
  none: 'None reported',
  pressure: 'Blood pressure at home',
  measured: (pressure: string, date: string) => `${pressure} mmHg on ${date}`,
  since: (date: string) => `, since ${date}`,
  earlier: (n: number) => (n === 1 ? 'Show 1 earlier check' : `Show ${n} earlier checks`),
  hide: 'Hide earlier checks',
} as const;
