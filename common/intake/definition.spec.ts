import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  FIELDS,
  FIELD_BY_NAME,
  INTAKE_SCHEMA_VERSION,
  SECTIONS,
  fieldByName,
  fieldsOfSection,
  isFieldName,
  sectionByNumber,
} from './index.js';
import type { FieldName } from './index.js';

/** Questions of the form that was agreed on; later ones are added to them, and `docs/openapi.json` names each. */
const AT_LEAST = [16, 26, 33, 5, 14, 36, 8, 5, 13, 10];
/** Questions of the first version; a later one states its own. */
const AT_FIRST = 161;
const TITLES = [
  'Patient Information',
  'Body and Lifestyle',
  'Symptoms',
  'Sexual Health',
  'Reproductive Plans',
  'Medical History',
  'Sleep Apnea Screening',
  'Medications and Allergies',
  'Family History and Vitals',
  'Consent',
];

describe('the intake definition', () => {
  it("has ten sections with the form's titles, none with fewer questions", () => {
    expect(SECTIONS.map((section) => section.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(SECTIONS.map((section) => section.title)).toEqual(TITLES);
    const counts = SECTIONS.map((section) => fieldsOfSection(section.number).length);
    expect(counts.map((count, i) => Math.min(count, AT_LEAST[i]!))).toEqual(AT_LEAST);
  });

  it('says of each later question in which version it came: the newest is the version of the form', () => {
    const first = FIELDS.filter(({ since = 1 }) => since === 1);
    expect(first).toHaveLength(AT_FIRST);
    expect(FIELDS.some(({ since = 1 }) => since === INTAKE_SCHEMA_VERSION)).toBe(true);
    expect(FIELDS.filter(({ since = 1 }) => since === 2).map(({ name }) => name)).toEqual([
      'sex_assigned_at_birth',
      'location_state',
      'last_testosterone_on',
      'vte_history',
      'vte_details',
    ]);
  });

  it('names each field once', () => {
    expect(FIELD_BY_NAME.size).toBe(FIELDS.length);
  });

  it('matches names exactly, without inherited ones', () => {
    const name: FieldName = 'stopbang_bmi';
    expect(isFieldName(name)).toBe(true);
    for (const other of ['constructor', '__proto__', 'toString', 'FULL_NAME', 'snoring']) {
      expect(isFieldName(other)).toBe(false);
    }
    expect(() => fieldByName('nickname' as FieldName)).toThrow(RangeError);
    expect(() => sectionByNumber(11)).toThrow(RangeError);
  });

  it('asks follow-ups only after earlier questions that can have the triggering answers', () => {
    FIELDS.forEach((field, index) => {
      if (!field.showIf) return;
      const parent = fieldByName(field.showIf.field as FieldName);
      expect(FIELDS.indexOf(parent)).toBeLessThan(index);
      const answers = 'in' in field.showIf ? field.showIf.in : [field.showIf.equals];
      for (const answer of answers) {
        if (parent.type === 'choice') expect(parent.options).toContain(answer);
        else expect([parent.type, typeof answer]).toEqual(['boolean', 'boolean']);
      }
    });
  });

  it('requires only fields of the same section for completeness', () => {
    for (const section of SECTIONS) {
      for (const name of section.neededFields) expect(fieldByName(name).section).toBe(section.number);
    }
  });

  it('has consistent bounds, and options without repeats', () => {
    for (const field of FIELDS) {
      if (field.type === 'number') expect(field.min).toBeLessThan(field.max);
      if (field.type === 'choice') expect(new Set(field.options).size).toBe(field.options.length);
    }
  });

  // As the clinic's form has them, and not read from the code.
  it.each<[FieldName, number, number]>([
    ['height', 36, 96],
    ['weight', 50, 800],
    ['exercise_frequency', 0, 7],
    ['exercise_duration', 1, 600],
    ['sleep_quality', 1, 10],
    ['stress_level', 1, 10],
    ['sadness_mood_severity', 0, 10],
    ['sleep_hours_per_night', 0, 24],
    ['weight_change_amount', 0, 300],
    ['number_of_children', 0, 50],
    ['blood_pressure_systolic', 70, 250],
    ['blood_pressure_diastolic', 40, 150],
    ['heart_rate', 30, 220],
    ['waist_circumference', 15, 100],
    ['neck_circumference', 8, 30],
    ['iief_satisfaction', 0, 5],
  ])('%s goes from %i to %i', (name, min, max) => {
    expect(fieldByName(name)).toMatchObject({ min, max });
  });

  it('has no exclamation mark in any sentence', () => {
    for (const field of FIELDS) {
      expect(`${field.label} ${field.hint ?? ''} ${field.why ?? ''}`).not.toContain('!');
    }
  });
});

describe('the sources of this folder', () => {
  it('import nothing from server or client', () => {
    for (const file of ['definition', 'answers', 'validation', 'structure', 'merge', 'computed']) {
      const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8');
      expect(source).not.toMatch(/from '\.\.\/\.\.\//);
    }
  });
});
