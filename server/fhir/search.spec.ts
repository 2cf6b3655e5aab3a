import { describe, expect, it } from '@jest/globals';
import type { Observation, Patient } from 'fhir/r4.js';
import { AppError } from '../platform/errors/errors.js';
import { observationResource } from './resources/observation.js';
import { patientResource } from './resources/patient.js';
import { askedFor, matches } from './search.js';

const patient: Patient = {
  resourceType: 'Patient',
  id: 'p1',
  identifier: [{ system: 'urn:x', value: '12345678' }],
  name: [{ text: 'José Álvarez Ortiz', family: 'Ortiz', given: ['José', 'Álvarez'] }],
  birthDate: '1980-05-06',
};
const observation: Observation = {
  resourceType: 'Observation',
  id: 'o1',
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '2986-8' }] },
  subject: { reference: 'Patient/p1' },
  effectiveDateTime: '2026-03-01T13:00:00.000Z',
};
const finds = (name: string, text: string): boolean =>
  matches(patient, [askedFor(patientResource, name, text)]);
const findsObservation = (name: string, text: string): boolean =>
  matches(observation, [askedFor(observationResource, name, text)]);

describe('a search parameter', () => {
  it.each([
    ['name', 'ort', true],
    ['name', 'alva', true],
    ['name', 'rtiz', false],
    ['family', 'ORTIZ', true],
    ['given', 'ortiz', false],
    ['identifier', '12345678', true],
    ['identifier', 'urn:x|12345678', true],
    ['identifier', 'urn:y|12345678', false],
    ['identifier', 'urn:x|', true],
    ['gender', 'male', false],
    ['birthdate', '1980', true],
    ['birthdate', '1980-05', true],
    ['birthdate', 'gt1980', false],
    ['birthdate', 'ge1980-05-06', true],
    ['birthdate', 'lt1980-05-06', false],
    ['birthdate', 'ne1981', true],
    ['_id', 'p0,p1', true],
  ])('%s=%s is %p for a patient', (name, text, found) => expect(finds(name, text)).toBe(found));

  it.each([
    ['patient', 'p1', true],
    ['patient', 'Patient/p1', true],
    ['subject:Patient', 'p1', true],
    ['patient', 'p2', false],
    ['code', 'http://loinc.org|2986-8', true],
    ['code', '|2986-8', false],
    ['date', '2026-03-01', true],
    ['date', 'ap2026-03-02', true],
    ['date', 'sa2026-03-01T12:59:00Z', true],
    ['date', 'eb2026-03-01T13:00:00Z', false],
    ['date', 'eq2026-03-01T08:00:00-05:00', true],
    ['date', 'le2026-02', false],
  ])('%s=%s is %p for an observation', (name, text, found) =>
    expect(findsObservation(name, text)).toBe(found),
  );

  it.each([
    ['color', 'red'],
    ['name:exact', 'Ortiz'],
    ['birthdate', '1980-13-01'],
    ['birthdate', 'around 1980'],
    ['gender', ''],
    ['name:', 'Ortiz'],
  ])('rejects %s=%s by name', (name, text) => {
    const error = (() => {
      try {
        return askedFor(patientResource, name, text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(AppError);
    expect(Object.keys((error as AppError).parts.fields!)).toEqual([name]);
  });

  it.each([
    ['subject:Patient.name', 'Bell'],
    ['patient:Patient.birthdate', '1980-10-28'],
    ['subject:Foo', 'x'],
    ['subject:Observation', 'x'],
    ['subject:', 'x'],
    ['subject:missing', 'true'],
    ['derived-from:constructor', 'x'],
    ['derived-from:identifier', 'x'],
  ])('rejects %s, which is no type of its reference', (name, text) =>
    expect(() => askedFor(observationResource, name, text)).toThrow(AppError),
  );
});
