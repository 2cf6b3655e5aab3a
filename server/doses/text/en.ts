import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  alreadyReportedAsNotTaken: 'You have said already that you did not take this dose.',
  bookInjection: (dose: {
    name: string;
    on: string;
    first: boolean;
    overdue: boolean;
    owner: string | null;
  }) =>
    `Book the ${dose.first ? 'first ' : ''}injection of ${dose.name} at the clinic: it ${dose.overdue ? 'was' : 'is'} due on ${dose.on}, and no visit is booked for it.${dose.first ? ' Until it is given the patient goes on with the product before.' : ''} Owner: ${dose.owner ?? 'the clinic'}.`,
  chooseOne: (doseUnits: string) => `Choose one of ${doseUnits}.`,
  chooseUnitOfProduct: (units: string) => `Choose a unit of your product: ${units}.`,
  doseOfTimeOnRecordAlready: 'A dose of this time is on record already.',
  dosesOfDayOnRecordAlready: (mostADay: number) =>
    `${mostADay} doses of this day are on record already. Remove what you did not take.`,
  enterHowMuchTookAsNumber: 'Enter how much you took as a number above 0.',
  enterSmallerAmount: 'Enter a smaller amount.',
  enterWhenTook: 'Enter when you took it, with the time zone, such as 2026-11-20T08:15:00-05:00.',
  moreThanYearAgo: 'This is more than a year ago. Tell your care team about it.',
  noDoseLateDueThen: 'No dose is late that was due then.',
  noTreatmentPlanHereYet:
    'You have no treatment plan here yet, so no one would read this dose. Take no testosterone before a plan is approved. Tell us what you took in your intake or in a message. If you took too much or feel unwell, call Poison Control at 1-800-222-1222 or 911.',
  timeInFuture: 'This time is in the future.',
});
