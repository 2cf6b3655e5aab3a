import { pressureMeasuredOn } from '#common/clinical/pressure-entry.js';
import { countedIief5 } from '../../progress/records/check-in-scores.js';
import type { CodeableConcept, Observation, Reference } from 'fhir/r4.js';
import { CODES, UNITS, type Code } from '#common/fhir-codes/codes.js';
import { fieldByName } from '#common/intake/definition.js';
import { adam, iief5, stopBang } from '#common/scores/index.js';
import { latestIntake, type Chart, type ChartDocument } from '../model/chart.js';
import { date, OF_SUBJECT, reference, token, type PatientResource } from '../model/definition.js';
import {
  at,
  concept,
  finished,
  hl7Concept,
  partId,
  patientRef,
  quantity,
  ref,
  rounded,
  usCore,
} from '../model/parts.js';
import { laboratoryResults } from './laboratory.js';

type Category = 'vital-signs' | 'social-history' | 'survey';
const CATEGORY: Readonly<Record<Category, string>> = {
  'vital-signs': 'Vital signs',
  'social-history': 'Social history',
  survey: 'Survey',
};

interface Measured {
  id: string;
  category: Category;
  profile?: string;
  code: CodeableConcept;
  /** Only a day if no time is known. */
  effective: string;
  changed: Date;
  from?: Reference;
  value: Pick<Observation, 'valueQuantity' | 'valueCodeableConcept' | 'component'>;
}

function observation(chart: Chart, one: Measured): Observation {
  return finished<Observation>(
    {
      resourceType: 'Observation',
      id: one.id,
      meta: { profile: one.profile ? [usCore(one.profile)] : [] },
      status: 'final',
      category: [hl7Concept('observation-category', one.category, CATEGORY[one.category])],
      code: one.code,
      subject: patientRef(chart),
      effectiveDateTime: one.effective,
      performer: [patientRef(chart)],
      derivedFrom: one.from ? [one.from] : [],
      ...one.value,
    },
    one.changed,
  );
}

/** Numeric intake answers, with the unit they were asked in. */
const VITALS = {
  height: { code: CODES.height, unit: UNITS.inch, profile: 'body-height' },
  weight: { code: CODES.weight, unit: UNITS.pound, profile: 'body-weight' },
  bmi: { code: CODES.bmi, unit: UNITS.bmi, profile: 'bmi' },
  heart_rate: { code: CODES.heartRate, unit: UNITS.perMinute, profile: 'heart-rate' },
} as const satisfies Record<string, { code: Code; unit: readonly [string, string]; profile: string }>;

const pressure = (systolic: number | null, diastolic: number | null): Pick<Observation, 'component'> => ({
  component: [[CODES.systolic, systolic] as const, [CODES.diastolic, diastolic] as const].map(
    ([code, value]) => ({
      code: concept(code.display, code),
      ...(value === null
        ? { dataAbsentReason: hl7Concept('data-absent-reason', 'unknown') }
        : { valueQuantity: quantity(rounded(value), UNITS.mmHg) }),
    }),
  ),
});
const PRESSURE = {
  category: 'vital-signs',
  profile: 'blood-pressure',
  code: concept('Blood pressure', CODES.bloodPressure),
} as const;

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function vitalSigns(chart: Chart, intake: ChartDocument): Observation[] {
  const { answers, finalized_at } = intake;
  const when = {
    effective: at(finalized_at),
    changed: finalized_at,
    from: ref('QuestionnaireResponse', intake.id),
  };
  const single = Object.entries(VITALS).flatMap(([field, { code, unit, profile }]) => {
    const value = numberOr(answers[field as keyof typeof VITALS]);
    if (value === null) return [];
    return [
      observation(chart, {
        ...when,
        id: partId(intake.id, field),
        category: 'vital-signs',
        profile,
        code: concept(code.display, code),
        value: { valueQuantity: quantity(rounded(value), unit) },
      }),
    ];
  });
  const systolic = numberOr(answers.blood_pressure_systolic);
  const diastolic = numberOr(answers.blood_pressure_diastolic);
  if (systolic === null && diastolic === null) return single;
  const on = answers.blood_pressure_on && pressureMeasuredOn(answers);
  const measured = {
    ...when,
    ...(on && { effective: on }),
    ...PRESSURE,
    id: partId(intake.id, 'blood_pressure'),
  };
  return [...single, observation(chart, { ...measured, value: pressure(systolic, diastolic) })];
}

/** Clinician-entered values, each with its date. */
const clinicPressures = (chart: Chart): Observation[] =>
  chart.pressures.map(({ id, measured_on, systolic, diastolic }) =>
    observation(chart, {
      ...PRESSURE,
      id,
      effective: measured_on,
      changed: new Date(`${measured_on}T00:00:00Z`),
      value: pressure(systolic, diastolic),
    }),
  );

const SMOKING = { yes: CODES.smoker, former: CODES.formerSmoker, no: CODES.neverSmoked } as const;

function socialHistory(chart: Chart, intake: ChartDocument): Observation[] {
  const { answers, finalized_at } = intake;
  const when = { effective: at(finalized_at), changed: finalized_at, category: 'social-history' as const };
  const smoking = SMOKING[answers.tobacco_use as keyof typeof SMOKING];
  const alcohol = answers.alcohol_consumption;
  const drinks = numberOr(answers.alcohol_drinks_per_week);
  const perWeek = drinks === null ? '' : `, ${drinks} drinks a week`;
  return [
    ...(smoking
      ? [
          observation(chart, {
            ...when,
            id: partId(intake.id, 'tobacco_use'),
            profile: 'smokingstatus',
            code: concept('Tobacco smoking status', CODES.smokingStatus),
            value: { valueCodeableConcept: concept(smoking.display, smoking) },
          }),
        ]
      : []),
    ...(typeof alcohol === 'string'
      ? [
          observation(chart, {
            ...when,
            id: partId(intake.id, 'alcohol_consumption'),
            code: concept(fieldByName('alcohol_consumption').label),
            value: { valueCodeableConcept: concept(`${alcohol}${perWeek}`) },
          }),
        ]
      : []),
  ];
}

/** The scores of one set of answers. No LOINC code is certain for these totals, so they have only their names. */
const scores = (answers: ChartDocument['answers']): (readonly [string, string, number | null])[] => [
  ['adam', 'ADAM questionnaire, symptoms present', adam(answers)?.count ?? null],
  ['iief5', 'IIEF-5 total score', iief5(answers)?.score ?? null],
  ['stopbang', 'STOP-BANG total score', stopBang(answers)?.score ?? null],
];

interface Scored {
  rowId: string;
  at: Date;
  from?: Reference;
  scores: (readonly [string, string, number | null])[];
}
const surveys = (chart: Chart, { rowId, at: time, from, scores: found }: Scored): Observation[] =>
  found.flatMap(([part, name, value]) =>
    value === null
      ? []
      : [
          observation(chart, {
            id: partId(rowId, part),
            category: 'survey',
            profile: 'observation-screening-assessment',
            code: concept(name),
            effective: at(time),
            changed: time,
            from,
            value: { valueQuantity: quantity(value, UNITS.score) },
          }),
        ],
  );

/** What the patient reports in check-ins: scores over time, and weight. */
const checkIns = (chart: Chart): Observation[] =>
  chart.checkIns.flatMap(({ id, at: time, data }) => [
    ...surveys(chart, {
      rowId: id,
      at: time,
      scores: [
        ['adam', 'ADAM questionnaire, symptoms present', data.adam_count],
        ['iief5', 'IIEF-5 total score', countedIief5(data.answers, data.iief_total)],
      ],
    }),
    ...(data.weight === null
      ? []
      : [
          observation(chart, {
            id: partId(id, 'weight'),
            category: 'vital-signs',
            profile: VITALS.weight.profile,
            code: concept(CODES.weight.display, CODES.weight),
            effective: at(time),
            changed: time,
            value: { valueQuantity: quantity(rounded(data.weight), UNITS.pound) },
          }),
        ]),
  ]);

export function observations(chart: Chart): Observation[] {
  const intake = latestIntake(chart);
  const told = intake
    ? [
        ...vitalSigns(chart, intake),
        ...socialHistory(chart, intake),
        ...surveys(chart, {
          rowId: intake.id,
          at: intake.finalized_at,
          from: ref('QuestionnaireResponse', intake.id),
          scores: scores(intake.answers),
        }),
      ]
    : [];
  return [...laboratoryResults(chart), ...clinicPressures(chart), ...checkIns(chart), ...told];
}

export const observationResource: PatientResource = {
  type: 'Observation',
  of: 'patient',
  scope: 'observations.read',
  needs: ['panels', 'labOrders', 'pressures', 'checkIns', 'documents'],
  map: observations,
  profiles: [
    'observation-lab',
    'blood-pressure',
    'body-height',
    'body-weight',
    'bmi',
    'heart-rate',
    'smokingstatus',
    'observation-screening-assessment',
  ].map(usCore),
  search: {
    ...OF_SUBJECT,
    category: token('category'),
    code: token('code'),
    date: date('effectiveDateTime'),
    status: token('status'),
    'derived-from': reference('derivedFrom'),
    'based-on': reference('basedOn'),
  },
};
