const characters = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'character' : 'characters'}`;

/** Text shared by every form. */
export const FORM_TEXT = {
  required: 'Required',
  whyWeAsk: 'Why we ask:',
  error: 'Error:',
  problem: 'There is a problem',
  choose: 'Choose one',
  yes: 'Yes',
  no: 'No',
  month: 'Month',
  day: 'Day',
  year: 'Year',
  underAge:
    'This program treats adults: a clinician cannot write a plan for someone under 18. If this date is not right, please correct it.',
  left: (n: number) => `${characters(n)} left`,
  tooLong: (n: number) => `${characters(n)} too long. Shorten it to send it.`,
} as const;

const UNITS: Record<string, string> = {
  'kg/m2': 'kg/m²',
  '/min': 'beats per minute',
  'days/week': 'days a week',
  'drinks/week': 'drinks a week',
  h: 'hours',
  min: 'minutes',
  in: 'inches',
  lb: 'pounds',
};

/** The unit shown beside its field: "1-10" reads "from 1 to 10". */
export function unitText(unit: string): string {
  const scale = /^(\d+)-(\d+)$/.exec(unit);
  return scale ? `from ${scale[1]} to ${scale[2]}` : (UNITS[unit] ?? unit);
}
