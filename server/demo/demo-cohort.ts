import type { CaseExtras } from '#common/api/index.js';
import type { IntakeData } from '#common/intake/index.js';
import type { DemoLab, DemoPatient } from './demo-patients.js';
import { FOUNDERS, NORTH } from './demo-people.js';

/** The same seed gives the same clinic on every machine. */
const SEED = 20_261_120;

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = generator(SEED);
const between = (low: number, high: number): number => low + random() * (high - low);
const whole = (low: number, high: number): number => Math.round(between(low, high));
const tenth = (low: number, high: number): number => Math.round(between(low, high) * 10) / 10;

/** What makes one member of the cohort interesting. */
interface Story {
  name: string;
  days: number;
  intake?: Partial<IntakeData>;
  extras?: CaseExtras;
  /** The last draw on treatment; earlier ones are ordinary. */
  last?: Partial<Omit<DemoLab, 'hour'>>;
  /** Draws on treatment, in days ago, latest first; derived from `days` if omitted. */
  draws?: number[];
  baselinePsa?: number;
  until?: DemoPatient['until'];
  afterwards?: DemoPatient['afterwards'];
}

const STABLE = [
  'Aaron Pike',
  'Brian Todd',
  'Calvin Ross',
  'Dean Foster',
  'Eli Warner',
  'Frank Osborne',
  'Gary Lyons',
  'Hugh Mercer',
  'Ivan Petrov',
  'Jack Tanner',
];
const NORTH_STABLE = ['Knut Halvorsen', 'Leo Santos', 'Miles Grant', 'Noel Byrne', 'Oskar Lund'];

const FOUNDERS_STORIES: Story[] = [
  ...STABLE.map((name): Story => ({ name, days: whole(120, 335) })),
  {
    name: 'Karl Vance',
    days: 62,
    last: { sinceLastDoseH: 24, results: { tt_ng_dl: 402, hct_percent: 45.1 } },
  },
  {
    name: 'Lewis Hart',
    days: 95,
    last: { results: { tt_ng_dl: 288, hct_percent: 44.2 } },
    extras: { symptoms_improved: false },
  },
  {
    name: 'Martin Cole',
    days: 75,
    intake: { formulation_preference: 'gel' },
    last: { sinceLastDoseH: 24, results: { tt_ng_dl: 305, hct_percent: 44.0 } },
    afterwards: { dose: 81 },
  },
  { name: 'Nathan Boyd', days: 70, last: { results: { tt_ng_dl: 742, hct_percent: 47.3 } } },
  { name: 'Owen Clarke', days: 130, last: { results: { tt_ng_dl: 688, hct_percent: 48.1 } } },
  { name: 'Paul Drake', days: 66, last: { results: { tt_ng_dl: 1120, hct_percent: 49.0 } } },
  { name: 'Quentin Moss', days: 150, last: { results: { tt_ng_dl: 560, hct_percent: 52.6 } } },
  { name: 'Ray Sutton', days: 210, last: { results: { tt_ng_dl: 545, hct_percent: 53.4 } } },
  {
    name: 'Simon Webb',
    days: 190,
    last: { results: { tt_ng_dl: 552, hct_percent: 55.0 } },
    afterwards: { stopped: true },
  },
  {
    name: 'Tom Barker',
    days: 185,
    baselinePsa: 1.2,
    last: { results: { tt_ng_dl: 530, hct_percent: 46.0, psa_ng_ml: 2.8 } },
  },
  {
    name: 'Umar Rahman',
    days: 140,
    extras: { breast_symptoms: true },
    last: { results: { tt_ng_dl: 590, hct_percent: 46.5, estradiol_pg_ml: 58 } },
  },
  { name: 'Vincent Gray', days: 220, draws: [178] },
  { name: 'Walter Shaw', days: 160, afterwards: { fertility: true } },
  {
    name: 'Xavier Dunn',
    days: 0,
    intake: { sleep_apnea: true, sleep_apnea_cpap: false },
    until: 'plan',
  },
];
const NORTH_STORIES: Story[] = [
  ...NORTH_STABLE.map((name): Story => ({ name, days: whole(90, 320) })),
  { name: 'Pavel Novotny', days: 100, last: { results: { tt_ng_dl: 571, hct_percent: 52.3 } } },
];

const TREATMENT_DAYS_TO_FIRST_DRAW = 45;
const NEWEST_DRAW_DAYS_AGO = [8, 30] as const;

function drawDays({ days, draws }: Story): number[] {
  if (draws) return draws;
  const newest = Math.min(whole(...NEWEST_DRAW_DAYS_AGO), Math.max(days - TREATMENT_DAYS_TO_FIRST_DRAW, 1));
  const result = [newest];
  for (let day = newest + 90; day < days - 40; day += 90) result.push(day);
  return result;
}

function labsOnTreatment(story: Story, gel: boolean): DemoLab[] {
  return drawDays(story).map((daysAgo, index) => {
    const { results, ...last } = index === 0 ? (story.last ?? {}) : {};
    return {
      daysAgo,
      hour: 9,
      sinceLastDoseH: gel ? 24 : whole(76, 92),
      ...last,
      results: {
        tt_ng_dl: whole(468, 575),
        hct_percent: tenth(44.2, 47.4),
        psa_ng_ml: tenth(0.7, 1.3),
        estradiol_pg_ml: whole(24, 38),
        ...results,
      },
    };
  });
}

function patient(story: Story, index: number, organisation: typeof FOUNDERS | typeof NORTH): DemoPatient {
  const before = Math.max(story.days, 10);
  const gel = story.intake?.formulation_preference === 'gel';
  return {
    email: `${story.name.toLowerCase().replace(/[^a-z]+/g, '.')}@demo.test`,
    name: story.name,
    organisation,
    age: whole(36, 63),
    intake: {
      height: whole(67, 74),
      weight: whole(168, 214),
      blood_pressure_systolic: whole(116, 132),
      ...story.intake,
    },
    labs: [
      { daysAgo: before + 22, hour: 8, results: { tt_ng_dl: whole(205, 285) } },
      {
        daysAgo: before + 13,
        hour: 8,
        results: {
          tt_ng_dl: whole(205, 285),
          hct_percent: tenth(41.5, 45.8),
          psa_ng_ml: story.baselinePsa ?? tenth(0.5, 1.2),
          estradiol_pg_ml: whole(17, 26),
        },
      },
    ],
    extras: { symptoms_improved: true, ...story.extras },
    education: index % 6 !== 5 || story.until !== 'plan',
    until: story.until ?? 'approved',
    ...(story.days > 0 && { onTherapy: { days: story.days, labs: labsOnTreatment(story, gel) } }),
    ...(story.afterwards && { afterwards: story.afterwards }),
  };
}

/** 24 patients of Founders Clinic and 6 of North Clinic, so that every family of rules fires somewhere. */
export const DEMO_COHORT: readonly DemoPatient[] = [
  ...FOUNDERS_STORIES.map((story, index) => patient(story, index, FOUNDERS)),
  ...NORTH_STORIES.map((story, index) => patient(story, index, NORTH)),
];
