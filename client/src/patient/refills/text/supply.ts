const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);
const doses = (n: number) => (n === 1 ? '1 dose' : `${n} doses`);

/** The first card of the dashboard. */
export const SUPPLY_TEXT = {
  /** @param short the doses end before the days do */
  left: (n: number, about: number | null, short = false) =>
    about === 0
      ? 'You have logged every dose of your last fill.'
      : short && about !== null
        ? `By your dose log you have ${doses(about)} left, fewer than your fill was for.`
        : `You have ${days(n)} of medication left${about === null ? '' : ` (about ${doses(about)})`}.`,
  unknown: 'We can’t tell how much medication you have left: no fill is recorded.',
  unknownWhat: 'Ask for a refill about two weeks before you run out.',
  atPharmacy: 'Your pharmacy has your prescription.',
  atPharmacyWhat:
    'It has not been filled yet, so it needs no refill. Ask your pharmacy when it is ready, or message your care team if the pharmacy doesn’t have it.',
  runsOut: (date: string) => `First day without supply: ${date}.`,
  openRest: (n: number, until: string) =>
    `Your pharmacy still has ${days(n)} of your last fill. Ask for it by ${until}: it uses no refill.`,
  ranOut: (date: string) => `Your supply ran out on ${date}.`,
  ranOutWhat:
    'Message or call your clinic today. Don’t double doses to catch up. If you still have medication, say so when you ask for a refill.',
  goesOn: 'Go on with it until your new medicine is filled, or your clinic has given it.',
  ranOutBefore:
    'Message or call your clinic today: your new medicine has not been filled or given yet. Don’t double doses to catch up.',
  waiting: 'It has not been filled yet. Until then, go on with the medicine before it.',
  askNow: 'Ask for a refill now, so that it arrives in time.',
  mayAsk: (date: string | null) =>
    date ? `You can ask for a refill now. Ask by ${date} at the latest.` : 'You can ask for a refill now.',
  askBy: (date: string) => `Ask for a refill by ${date}.`,
  newOrder: 'Your clinician has to write a new prescription for it, which takes longer.',
  held: 'Your prescription is on hold. Do not take or fill it until your care team tells you to.',
  unfilled:
    'One of your prescriptions has not been filled yet. Ask your pharmacy about it, or your care team if the pharmacy doesn’t have it.',
  ask: 'Ask for a refill',
  message: 'Message your care team',
  request: 'See your request',
  timeline: 'See your treatment over time',
} as const;
