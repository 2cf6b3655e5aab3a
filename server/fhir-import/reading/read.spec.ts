import { describe, expect, it } from '@jest/globals';
import { openBundle } from './bundle.js';
import { readRecord, type RecordRead } from './read.js';
import { patientFaults, type KnownPatient } from './same-patient.js';

const ON = { now: Date.parse('2026-11-25T12:00:00Z'), today: '2026-11-25' };
const LOINC = 'http://loinc.org';
const SNOMED = 'http://snomed.info/sct';
const UCUM = 'http://unitsofmeasure.org';
const SUBJECT = { reference: 'Patient/p' };
const PATIENT = {
  resourceType: 'Patient',
  id: 'p',
  name: [{ family: 'Bell', given: ['Marcus', 'A.'] }],
  birthDate: '1980-05-06',
  gender: 'male',
  telecom: [{ system: 'email', value: 'Marcus@Example.test' }],
};

const bundleOf = (...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [PATIENT, ...resources].map((resource) => ({ resource })),
});
const read = (...resources: object[]): Promise<RecordRead> =>
  readRecord(openBundle(bundleOf(...resources)), ON);
const opening = (bundle: unknown) => () => openBundle(bundle);

const concept = (system: string, code: string, text?: string) => ({ coding: [{ system, code }], text });
const lab = (change: object = {}) => ({
  resourceType: 'Observation',
  id: 'o',
  status: 'final',
  category: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }],
    },
  ],
  code: concept(LOINC, '2986-8', 'Testosterone'),
  subject: SUBJECT,
  effectiveDateTime: '2026-10-01T08:00:00-04:00',
  valueQuantity: { value: 512, unit: 'ng/dL', system: UCUM, code: 'ng/dL' },
  ...change,
});
const vital = (code: string, value: number, unit: string, on = '2026-10-01') => ({
  resourceType: 'Observation',
  status: 'final',
  code: concept(LOINC, code),
  subject: SUBJECT,
  effectiveDateTime: on,
  valueQuantity: { value, unit, system: UCUM, code: unit },
});
const condition = (code: object, more: object = {}) => ({
  resourceType: 'Condition',
  code,
  subject: SUBJECT,
  ...more,
});

describe('a file that is no record of one patient', () => {
  it.each([
    [null, 'This is not a FHIR Bundle.'],
    [PATIENT, 'This is not a FHIR Bundle: it is a Patient.'],
    [{ ...bundleOf(), type: 'history' }, 'A Bundle of this type has no record to import.'],
    [{ ...bundleOf(), link: [{ relation: 'next', url: 'x' }] }, 'This is one page of several.'],
    [{ resourceType: 'Bundle', type: 'collection' }, 'The file has no Patient.'],
    [bundleOf({ ...PATIENT, id: 'q' }), 'The file has several patients.'],
    [
      bundleOf(lab({ subject: { reference: 'Patient/q' } })),
      'Observation/o is not of the patient of this file',
    ],
    [bundleOf(lab({ subject: { reference: '#p' } })), 'Observation/o is not of the patient of this file'],
    [
      bundleOf(lab({ subject: { reference: 'https://other.example/fhir/Patient/p' } })),
      'Observation/o is not of the patient of this file',
    ],
    [
      { ...bundleOf(), entry: [{ resource: { ...PATIENT, modifierExtension: [{ url: 'urn:x' }] } }] },
      'The Patient of the file has a modifier that is not known here: urn:x.',
    ],
    [
      {
        ...bundleOf(),
        entry: [{ resource: PATIENT }, { request: { method: 'DELETE', url: 'Observation/o' } }],
      },
      'entry[1] is no resource to add',
    ],
    [{ ...bundleOf(), type: 'searchset', total: 500 }, 'The search found 500 resources and the file has 1.'],
    [bundleOf(lab({ note: [{ text: 'a\0b' }] })), 'The file holds a character that cannot be stored.'],
    [
      bundleOf(
        lab({ id: 'a', hasMember: [{ reference: 'Observation/b' }] }),
        lab({ id: 'b', derivedFrom: [{ reference: 'Observation/a' }] }),
      ),
      'Resources refer to each other in a circle: Observation/a, Observation/b, Observation/a.',
    ],
    [bundleOf(...Array.from({ length: 10_000 }, () => lab())), 'This Bundle has more than 10000 entries.'],
  ])('says what is wrong: %#', (bundle, message) => expect(opening(bundle)).toThrow(message));

  it('takes an address on another server for another resource', () => {
    const entry = (server: string) => [
      { fullUrl: 'https://a.example/fhir/Patient/p', resource: PATIENT },
      { resource: lab({ subject: { reference: `https://${server}/fhir/Patient/p` } }) },
    ];
    expect(opening({ ...bundleOf(), entry: entry('b.example') })).toThrow(
      'is not of the patient of this file',
    );
    expect(opening({ ...bundleOf(), entry: entry('a.example') })).not.toThrow();
  });
});

describe('a laboratory result', () => {
  it.each([
    [{ valueQuantity: { value: 17.75, unit: 'nmol/L', system: UCUM, code: 'nmol/L' } }, 511.9],
    [{ valueQuantity: { value: 512, unit: 'ng/dL' } }, 512],
    [{ status: 'amended' }, 512],
  ])('is read by table: %j', async (change, value) => {
    const { draws, tally } = await read(lab(change));
    expect([...draws.values()].flat().map((one) => [one.analyte, one.value])).toEqual([['tt_ng_dl', value]]);
    expect(tally.report.not_understood).toEqual([]);
  });

  it.each([
    [{ code: concept(LOINC, '99999-9', 'Something') }, 'code', 'code'],
    [{ code: concept(LOINC, '2986-7', 'Testosterone') }, 'code', 'code'],
    [{ code: concept('urn:oid:1.2.3', 'TESTO', 'Testosterone') }, 'code', 'code'],
    [
      {
        code: {
          coding: [
            { system: LOINC, code: '2986-8' },
            { system: LOINC, code: '718-7' },
          ],
        },
      },
      'code',
      'two_tests',
    ],
    [{ valueQuantity: { value: 512, unit: 'furlongs' } }, 'valueQuantity', 'unit'],
    [{ valueQuantity: { value: 512 } }, 'valueQuantity', 'unit'],
    [{ valueQuantity: undefined, valueString: 'high' }, 'valueQuantity', 'value'],
    [{ valueQuantity: { value: 400, unit: 'ng/dL', comparator: '<' } }, 'valueQuantity', 'value'],
    [{ valueQuantity: { value: 50_000, unit: 'ng/dL' } }, 'valueQuantity', 'implausible'],
    [{ valueQuantity: { value: 17, unit: 'ng/dL' } }, 'valueQuantity', 'check_report'],
    [
      {
        valueQuantity: { value: 17, unit: 'ng/dL' },
        referenceRange: [{ low: { value: 9, unit: 'ng/dL' }, high: { value: 31, unit: 'ng/dL' } }],
      },
      'valueQuantity',
      'reference_range',
    ],
    [{ effectiveDateTime: '2026-10-01' }, 'effectiveDateTime', 'time'],
    [{ effectiveDateTime: undefined }, 'effectiveDateTime', 'time'],
    [{ effectiveDateTime: '2027-10-01T08:00:00Z' }, 'effectiveDateTime', 'time'],
    [{ note: [{ text: 'Specimen hemolyzed' }] }, 'note', 'comment'],
    [{ subject: undefined }, 'subject', 'no_patient'],
    [{ focus: [{ reference: 'RelatedPerson/child' }] }, 'focus', 'of_other'],
    [{ modifierExtension: [{ url: 'urn:not', valueBoolean: true }] }, 'modifierExtension', 'modifier'],
    [{ referenceRange: [{ modifierExtension: [{ url: 'urn:not' }] }] }, 'modifierExtension', 'modifier'],
    [{ implicitRules: 'urn:rules' }, 'modifierExtension', 'modifier'],
    [{ issued: '2027-10-01T08:00:00Z' }, 'issued', 'time'],
  ])('waits for a person: %j', async (change, path, why) => {
    const { draws, tally } = await read(lab(change));
    expect(draws.size).toBe(0);
    expect(tally.report.not_understood).toMatchObject([{ resource: 'Observation/o', path, why }]);
  });

  it.each([
    ['preliminary', 'not_final'],
    ['entered-in-error', 'withdrawn'],
  ])('that is %s is left out', async (status, why) =>
    expect((await read(lab({ status }))).tally.report.left_out).toEqual([
      { type: 'Observation', count: 1, why },
    ]),
  );

  const percent = (value: number, change: object = {}) =>
    lab({
      id: `v${value}`,
      code: concept(LOINC, '4544-3', 'Hematocrit'),
      valueQuantity: { value, unit: '%', system: UCUM, code: '%' },
      ...change,
    });
  const valuesOf = ({ draws }: RecordRead) => [...draws.values()].flat().map(({ value }) => value);
  const corrected = { status: 'corrected' };

  it('is taken once; of two values for one draw neither is', async () => {
    expect(valuesOf(await read(lab(), lab()))).toEqual([512]);
    const other = lab({
      id: 'o2',
      valueQuantity: { value: 300, unit: 'ng/dL' },
      issued: '2026-10-05T08:00:00Z',
    });
    const { draws, tally } = await read(lab(), lab(), other);
    expect(draws.size).toBe(0);
    expect(tally.report.not_understood).toMatchObject(
      ['o', 'o', 'o2'].map((id) => ({ resource: `Observation/${id}`, why: 'two_values' })),
    );
  });

  it.each([
    ['after what it corrects', [percent(45), percent(58, corrected)], [58]],
    ['before it', [percent(58, corrected), percent(45)], [58]],
    ['as amended', [percent(45), percent(58, { status: 'amended' })], [58]],
    [
      'twice, the newest issued',
      [
        percent(58, { ...corrected, issued: '2026-10-03T08:00:00Z' }),
        percent(45),
        percent(61, { ...corrected, issued: '2026-10-02T08:00:00Z' }),
      ],
      [58],
    ],
    [
      'twice, the newest written',
      [
        percent(61, { ...corrected, meta: { lastUpdated: '2026-10-02T08:00:00Z' } }),
        percent(58, { ...corrected, meta: { lastUpdated: '2026-10-03T08:00:00Z' } }),
      ],
      [58],
    ],
    ['twice, without a date', [percent(58, corrected), percent(61, corrected)], []],
    ['but cannot be read', [percent(45), percent(58, { ...corrected, note: [{ text: 'hemolyzed' }] })], []],
  ])('is corrected %s', async (_, resources, expected) =>
    expect(valuesOf(await read(...resources))).toEqual(expected),
  );

  it('counts what a correction replaced as left out', async () =>
    expect((await read(percent(45), percent(58, corrected))).tally.report).toMatchObject({
      understood: [{ type: 'Observation', count: 1 }, { type: 'Patient' }],
      left_out: [{ type: 'Observation', count: 1, why: 'corrected' }],
      not_understood: [],
    }));

  const V2 = 'http://terminology.hl7.org/CodeSystem/v2-0487';
  const specimen = (change: object) => ({ resourceType: 'Specimen', id: 's', ...change });
  it.each([
    [{ display: 'Urine' }, null, 'specimen'],
    [{ display: 'Serum, hemolyzed' }, null, 'specimen'],
    [{ reference: 'Specimen/none' }, null, 'not_in_file'],
    [{ reference: 'Specimen/s' }, specimen({ type: concept(V2, 'UR') }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ type: { text: 'Sweat' } }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ status: 'unsatisfactory' }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ status: 'entered-in-error' }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ condition: [concept('x', 'HEM')] }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ condition: [{ text: 'clotted' }] }), 'specimen'],
    [{ reference: 'Specimen/s' }, specimen({ modifierExtension: [{ url: 'x' }] }), 'modifier'],
  ])('of another or a bad specimen waits: %j %j', async (said, resource, why) => {
    for (const contained of [true, false]) {
      if (contained && !resource) continue;
      const reference = contained ? { reference: '#s' } : said;
      const result = lab({ specimen: reference, ...(contained && { contained: [resource] }) });
      const { draws, tally } = await read(result, ...(contained || !resource ? [] : [resource]));
      // What is said of a contained resource is said of the whole.
      const path = contained && why === 'modifier' ? 'modifierExtension' : 'specimen';
      expect([draws.size, tally.report.not_understood]).toMatchObject([0, [{ path, why }]]);
    }
  });

  it('of blood is taken, with the name of its specimen', async () => {
    const type = { coding: [{ system: V2, code: 'SER', display: 'Serum' }] };
    const sound = specimen({ type, status: 'available', condition: [concept('x', 'ROOM')] });
    const { specimens } = await read(lab({ specimen: { reference: 'Specimen/s' } }), sound);
    expect([...specimens.values()]).toEqual(['Serum']);
  });

  const report = (change: object) => ({
    resourceType: 'DiagnosticReport',
    id: 'd',
    status: 'final',
    subject: SUBJECT,
    result: [{ reference: 'Observation/panel' }],
    ...change,
  });
  it.each([
    [{ status: 'entered-in-error' }, ['withdrawn'], []],
    [{ status: 'cancelled' }, ['withdrawn'], []],
    [{ conclusion: 'Specimen hemolyzed, results unreliable' }, [], ['comment']],
    [{ specimen: [{ display: 'Urine' }] }, [], ['specimen']],
    [{ modifierExtension: [{ url: 'x' }] }, [], ['modifier']],
  ])('of a report that speaks against it is not imported: %j', async (change, left, wrong) => {
    const panel = {
      ...lab({ id: 'panel', hasMember: [{ reference: 'Observation/o' }] }),
      valueQuantity: undefined,
    };
    const { draws, tally } = await read(lab(), panel, report(change));
    expect(draws.size).toBe(0);
    const { left_out, not_understood } = tally.report;
    expect(left_out.filter(({ type }) => type === 'Observation').map(({ why }) => why)).toEqual(left);
    expect(
      not_understood.filter(({ resource }) => resource === 'Observation/o').map(({ why }) => why),
    ).toEqual(wrong);
  });

  it('beside the reason why there is none is no value', async () => {
    const { draws, tally } = await read(lab({ dataAbsentReason: concept('x', 'error') }));
    expect([draws.size, tally.report.not_understood]).toMatchObject([
      0,
      [{ path: 'dataAbsentReason', said: 'error', why: 'value' }],
    ]);
  });

  it('keeps what the laboratory marked as critical', async () => {
    const interpretation = [{ coding: [{ code: 'HH' }] }];
    expect([...(await read(lab({ interpretation }))).draws.values()].flat()[0]!.marked).toBe(true);
  });
});

describe('a file without an intake form', () => {
  it('gives answers in the words and units of the form', async () => {
    const { answers, tally } = await read(
      vital('29463-7', 80, 'kg'),
      vital('29463-7', 90, 'kg', '2025-01-01'),
      vital('8302-2', 180, 'cm'),
      condition(concept(SNOMED, '73430006', 'Sleep apnea')),
      condition(concept(SNOMED, '1', 'Gout'), { note: [{ text: 'since 2019' }] }),
      { resourceType: 'AllergyIntolerance', code: { text: 'None' }, patient: SUBJECT },
      {
        resourceType: 'AllergyIntolerance',
        code: { text: 'Penicillin' },
        criticality: 'high',
        reaction: [{ manifestation: [{ text: 'Hives' }] }],
        patient: SUBJECT,
      },
      {
        resourceType: 'MedicationRequest',
        status: 'active',
        medicationReference: { reference: 'Medication/m' },
        dosageInstruction: [{ text: 'once a day' }],
        subject: SUBJECT,
      },
      { resourceType: 'Medication', id: 'm', code: { text: 'Lisinopril 10 mg' } },
      {
        resourceType: 'MedicationRequest',
        status: 'stopped',
        medicationCodeableConcept: { text: 'X' },
        subject: SUBJECT,
      },
    );
    expect(answers).toEqual({
      weight: 176.4,
      height: 70.9,
      sleep_apnea: true,
      other_conditions: 'Gout: since 2019',
      allergies: 'Penicillin: Hives, high risk',
      current_medications: 'Lisinopril 10 mg, once a day',
    });
    expect(tally.report.left_out).toEqual([
      { type: 'Medication', count: 1, why: 'not_imported' },
      { type: 'MedicationRequest', count: 1, why: 'not_taken_now' },
      { type: 'Observation', count: 1, why: 'superseded' },
    ]);
    expect(tally.report.not_understood).toEqual([]);
  });

  it.each([
    ['of the future', vital('29463-7', 130, 'kg', '2030-01-01')],
    ['of tomorrow', vital('29463-7', 130, 'kg', '2026-11-26')],
    ['of later today', vital('29463-7', 130, 'kg', '2026-11-25T23:00:00Z')],
    ['of no date', vital('29463-7', 130, 'kg', 'soon')],
    [
      'of smoking in the future',
      {
        ...vital('72166-2', 0, '1', '2031-01-01'),
        valueQuantity: undefined,
        valueCodeableConcept: concept(SNOMED, '77176002'),
      },
    ],
  ])('takes no measurement %s', async (_, resource) => {
    const { answers, tally } = await read(resource, vital('29463-7', 80, 'kg', '2026-11-01'));
    expect(answers).toEqual({ weight: 176.4 });
    expect(tally.report.not_understood).toMatchObject([{ path: 'effectiveDateTime', why: 'time' }]);
  });

  const medicine = (change: object) => ({
    resourceType: 'MedicationRequest',
    id: 'm',
    status: 'active',
    intent: 'order',
    medicationCodeableConcept: { text: 'aspirin 81 mg' },
    subject: SUBJECT,
    ...change,
  });
  const status = (element: string, code: string, system = 'urn:any') => ({
    [element]: concept(system, code),
  });
  it.each([
    [medicine({ doNotPerform: true }), [], ['negated']],
    [medicine({ doNotPerform: 'true' }), [], ['negated']],
    [medicine({ intent: 'proposal' }), ['proposed'], []],
    [medicine({ intent: 'plan' }), ['proposed'], []],
    [medicine({ authoredOn: '2031-01-01' }), [], ['time']],
    [medicine({ dosageInstruction: [{ modifierExtension: [{ url: 'x' }] }] }), [], ['modifier']],
    [{ ...medicine({ status: 'not-taken' }), resourceType: 'MedicationStatement' }, ['not_taken_now'], []],
    [condition({ text: 'Gout' }, status('verificationStatus', 'refuted')), ['withdrawn'], []],
    [condition({ text: 'Gout' }, { verificationStatus: { text: 'Refuted' } }), ['withdrawn'], []],
    [condition({ text: 'Gout' }, status('verificationStatus', 'entered-in-error')), ['withdrawn'], []],
    [
      {
        resourceType: 'AllergyIntolerance',
        code: { text: 'Sesame' },
        patient: SUBJECT,
        ...status('verificationStatus', 'refuted'),
      },
      ['withdrawn'],
      [],
    ],
    [
      {
        resourceType: 'FamilyMemberHistory',
        status: 'completed',
        patient: SUBJECT,
        condition: [{ code: concept(SNOMED, '73430006', 'Sleep apnea') }],
      },
      ['not_imported'],
      [],
    ],
    [{ resourceType: '__proto__' }, ['not_imported'], []],
    [{ resourceType: 'constructor' }, ['not_imported'], []],
  ])('takes nothing that is negated, proposed or not the patient’s: %j', async (resource, left, wrong) => {
    const { answers, tally } = await read(resource);
    expect(answers).toEqual({});
    expect(tally.report.left_out.map(({ why }) => why)).toEqual(left);
    expect(tally.report.not_understood.map(({ why }) => why)).toEqual(wrong);
  });

  it('says that a diagnosis is not sure', async () =>
    expect(
      (await read(condition({ text: 'Gout' }, status('verificationStatus', 'differential')))).answers,
    ).toEqual({ other_conditions: 'Gout (differential)' }));

  it('names what it cannot read', async () => {
    const { tally } = await read(
      vital('29463-7', 80, 'stone'),
      vital('8302-2', 1800, 'cm'),
      condition({ coding: [{ system: SNOMED, code: '2' }] }),
    );
    expect(tally.report.not_understood.map(({ path, why }) => [path, why])).toEqual([
      ['valueQuantity', 'unit'],
      ['valueQuantity', 'implausible'],
      ['code', 'no_text'],
    ]);
  });
});

describe('a file with an intake form', () => {
  const form = (...items: object[]) => ({
    resourceType: 'QuestionnaireResponse',
    id: 'q',
    status: 'completed',
    questionnaire: 'https://other.example/fhir/Questionnaire/intake|intake-3',
    subject: SUBJECT,
    item: [{ linkId: 'section-1', item: items }],
  });

  it('takes its answers, but no signature and nothing that the form would refuse', async () => {
    const { answers, tally } = await read(
      form(
        { linkId: 'allergies', answer: [{ valueString: 'Penicillin' }] },
        { linkId: 'sleep_apnea', answer: [{ valueBoolean: false }] },
        { linkId: 'height', answer: [{ valueDecimal: 7000 }] },
        { linkId: 'weight', answer: [{ valueString: '180' }] },
        { linkId: 'tobacco_use', answer: [{ valueCoding: { code: 'often' } }] },
        { linkId: 'shoe_size', answer: [{ valueDecimal: 9 }] },
        { linkId: 'consent_labs', answer: [{ valueBoolean: true }] },
      ),
    );
    expect(answers).toEqual({ allergies: 'Penicillin', sleep_apnea: false });
    expect(tally.report.left_out).toEqual([
      { type: 'QuestionnaireResponse.item', count: 1, why: 'signature' },
    ]);
    expect(tally.report.not_understood.map(({ path, why }) => [path, why])).toEqual([
      ['item[height]', 'answer'],
      ['item[weight]', 'answer'],
      ['item[tobacco_use]', 'answer'],
      ['item[shoe_size]', 'question'],
    ]);
  });

  it('names what other resources say beyond it', async () => {
    const { answers, tally } = await read(
      form({ linkId: 'allergies', answer: [{ valueString: 'Penicillin' }] }),
      { resourceType: 'AllergyIntolerance', id: 'a', code: { text: 'Penicillin' }, patient: SUBJECT },
      { resourceType: 'AllergyIntolerance', id: 'b', code: { text: 'Sesame oil' }, patient: SUBJECT },
    );
    expect(answers).toEqual({ allergies: 'Penicillin' });
    expect(tally.report.not_understood).toEqual([
      { resource: 'AllergyIntolerance/b', path: 'code', said: 'Sesame oil', why: 'not_in_form' },
    ]);
  });
});

describe('an intake form of the file', () => {
  const form = (change: object) => ({
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'https://other.example/fhir/Questionnaire/intake|intake-3',
    subject: SUBJECT,
    item: [{ linkId: 'allergies', answer: [{ valueString: 'Penicillin' }] }],
    ...change,
  });
  it.each([
    [{ authored: '2031-01-01T00:00:00Z' }, 'time'],
    [{ modifierExtension: [{ url: 'x' }] }, 'modifier'],
  ])('is not taken with %j', async (change, why) => {
    const { answers, tally } = await read(form(change));
    expect([answers, tally.report.not_understood]).toMatchObject([{}, [{ why }]]);
  });
});

describe('whose file it is', () => {
  const known = (change: Partial<KnownPatient> = {}): KnownPatient => ({
    full_name: 'Marcus Bell',
    dob: '1980-05-06',
    sex: 'male',
    email: 'marcus@example.test',
    mrn: '12345674',
    org_id: 'org',
    ...change,
  });
  const faults = (change: Partial<KnownPatient>, patient: object = PATIENT): string[] =>
    Object.keys(
      patientFaults(
        openBundle({ ...bundleOf(), entry: [{ resource: patient }] }).patient.resource,
        known(change),
      ),
    );

  it.each([
    [{}, []],
    [{ full_name: 'Marcus Stone' }, ['patient.name']],
    [{ full_name: 'Peter Bell' }, ['patient.name']],
    [{ dob: '1980-06-05' }, ['patient.birthDate']],
    [{ sex: 'female' as const }, ['patient.gender']],
    [{ sex: 'intersex' as const }, []],
    [{ full_name: null, dob: null }, []],
    [{ full_name: null, dob: null, email: 'else@example.test' }, ['patient.telecom']],
    [{ full_name: null, dob: null, email: null }, ['patient.telecom']],
    [{ email: null }, []],
  ])('of a record with %j', (change, expected) => expect(faults(change)).toEqual(expected));

  it('matches no patient without a name and a date of birth', () =>
    expect(faults({}, { resourceType: 'Patient', id: 'p' })).toEqual(['patient.name', 'patient.birthDate']));
});
