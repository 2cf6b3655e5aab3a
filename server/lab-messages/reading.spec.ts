import { describe, expect, it } from '@jest/globals';
import { Hl7Message } from '@medplum/core';
import { parseMessage } from '../lab-spool/hl7.js';
import { readDate, readMoment } from './moments.js';
import { readResults, type Reading } from './reading.js';
import { canHaveGivenName, hasFamilyName } from './same-person.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const BY = { codes: { HB: 'hgb_g_dl', MCV: 'not_used' }, timezone: 'America/New_York', now: NOW };
const MSH = 'MSH|^~\\&|LIS|ACME|||20261101||ORU^R01|C1|P|2.5.1';
const PID = 'PID|1|X9|1000001^2^M11^CLINIC~77||Wells^Daniel^J||19800217';

const read = (...segments: string[]): Reading =>
  readResults(parseMessage([MSH, PID, ...segments].join('\r'))!, BY);
const OBR = 'OBR|1||F1|P^Panel|||202611100815';
type Sent = [type: string, code: string, value: string, unit: string, status?: string, flags?: string];
const obx = (...[type, code, value, unit, status = 'F', flags = '']: Sent): string =>
  `OBX|1|${type}|${code}||${value}|${unit}||${flags}|||${status}`;
const TT: Sent = ['NM', '2986-8^T^LN', '500', 'ng/dL'];
const kinds = ({ problems }: Reading): string[] => problems.map(({ kind }) => kind);

describe('readResults', () => {
  it('reads the patient, with the check digit that is sent apart', () =>
    expect(read(OBR, obx(...TT)).patient).toEqual({
      name: 'Daniel J Wells',
      given: 'Daniel',
      family: 'Wells',
      sex: '',
      dob: '1980-02-17',
      numbers: ['X9', '10000012', '77'],
    }));

  it.each<[string, Sent, string, number]>([
    ['LOINC', TT, 'tt_ng_dl', 500],
    ['LOINC as the other coding', ['NM', 'TT^T^L^2986-8^T^LN', '500', 'ng/dL'], 'tt_ng_dl', 500],
    ['a code of the laboratory', ['NM', 'HB^Hb^L', '150', 'g/L'], 'hgb_g_dl', 15],
    ['the code of the same test in another unit', ['NM', '14913-8^T^LN', '20', 'nmol/L'], 'tt_ng_dl', 576.8],
    ['a structured number', ['SN', '2986-8^T^LN', '^500', 'ng/dL'], 'tt_ng_dl', 500],
    ['a number as text', ['ST', '2986-8^T^LN', '500.0', 'NG/DL'], 'tt_ng_dl', 500],
  ])('understands %s', (_, sent, analyte, value) => {
    const reading = read(OBR, obx(...sent));
    expect(reading.understood).toEqual([expect.objectContaining({ analyte, fate: 'import' })]);
    expect(reading.understood[0]!.value!.value).toBe(value);
    expect(kinds(reading)).toEqual([]);
  });

  it.each<[string, Sent, string[]]>([
    ['a limit within the range', ['SN', '2986-8^T^LN', '>^300', 'ng/dL'], ['value']],
    ['an upper limit within the range', ['ST', '2986-8^T^LN', '<500', 'ng/dL'], ['value']],
    ['a limit of PSA that a real value could be far below', ['ST', '2857-1^P^LN', '<4', 'ng/mL'], ['value']],
    ['a comparison of two numbers', ['SN', '2986-8^T^LN', '<^10^-^20', 'ng/dL'], ['value']],
    ['another comparison', ['SN', '2986-8^T^LN', '<>^10', 'ng/dL'], ['value']],
    ['two signs', ['ST', '2986-8^T^LN', '<<10', 'ng/dL'], ['value']],
    ['two values', ['NM', '2986-8^T^LN', '10~20', 'ng/dL'], ['value']],
    ['a LOINC code with a wrong check digit', ['NM', '2986-9^T^LN', '10', 'ng/dL'], ['code']],
    ['a LOINC code that the laboratory calls its own', ['NM', '2986-8^T^L', '500', 'ng/dL'], ['code']],
    ['a test of saliva by its code', ['NM', '2988-4^T^LN', '500', 'ng/dL'], ['code']],
    ['a unit of another test', ['NM', '2857-1^P^LN', '1', 'mg/dL'], ['unit']],
    ['two codes of different tests', ['NM', '2986-8^T^LN^2857-1^PSA^LN', '1.5', 'ng/mL'], ['two_tests']],
    ['a code of its own beside another test', ['NM', 'HB^Hb^L^4544-3^Hct^LN', '45', '%'], ['two_tests']],
    ['a sign that contradicts the flag', ['NM', '2857-1^P^LN', '<0.1', 'ng/mL', 'F', '>'], ['value']],
    ['no status', ['NM', '2986-8^T^LN', '500', 'ng/dL', ''], ['result_status']],
    ['a fraction given as percent', ['NM', '4544-3^H^LN', '0.45', '%'], ['implausible']],
  ])('does not guess %s', (_, sent, expected) => expect(kinds(read(OBR, obx(...sent)))).toEqual(expected));

  it.each<[Sent, number, string]>([
    [['ST', '2857-1^P^LN', '<0.1', 'ng/mL'], 0.1, '<'],
    [['ST', '2857-1^P^LN', '< 0.1', 'ng/mL'], 0.1, '<'],
    [['SN', '2857-1^P^LN', '<=^0.1', 'ng/mL'], 0.1, '<='],
    [['NM', '2986-8^T^LN', '<10', 'ng/dL'], 10, '<'],
    [['SN', '2986-8^T^LN', '>^1500', 'ng/dL'], 1500, '>'],
    [['NM', '2857-1^P^LN', '0.1', 'ng/mL', 'F', '<'], 0.1, '<'],
  ])('keeps the limit of %j, which lies beyond the range, with its sign', (sent, value, comparator) => {
    const reading = read(OBR, obx(...sent));
    expect(kinds(reading)).toEqual([]);
    expect(reading.understood[0]).toMatchObject({ value: { value }, comparator });
  });

  it('passes over a test that the program does not use', () => {
    const reading = read(OBR, obx('NM', 'MCV^MCV^L', '88', 'fL'));
    expect([reading.understood, kinds(reading), reading.results.length]).toEqual([[], [], 1]);
  });

  it.each([
    ['P', 'wait'],
    ['C', 'correct'],
    ['X', 'withdraw'],
    ['D', 'withdraw'],
    ['W', 'withdraw'],
  ])('status %s: %s', (status, fate) =>
    expect(read(OBR, obx('NM', '2986-8^T^LN', '500', 'ng/dL', status)).understood[0]!.fate).toBe(fate),
  );

  it.each<[string, Sent, boolean]>([
    ['by value', ['NM', '4544-3^H^LN', '58', '%'], true],
    ['by flag, whatever the code', ['ST', 'ZZ^Z^L', 'pos', '', 'F', 'A~HH'], true],
    ['not where it is only high', ['NM', '4544-3^H^LN', '51', '%', 'F', 'H'], false],
    ['not where it is withdrawn', ['NM', '4544-3^H^LN', '58', '%', 'X'], false],
  ])('critical %s', (_, sent, critical) => expect(read(OBR, obx(...sent)).critical).toBe(critical));

  it('waits where the specimen says another time, or is not blood', () => {
    const result = obx(...TT);
    const spm = (type: string, at: string) => `SPM|1|||${type}|||||||||||||${at}`;
    expect(kinds(read(OBR, result, spm('SER^Serum', '202611100815')))).toEqual([]);
    expect(kinds(read(OBR, result, spm('SER^Serum', '202611101015')))).toEqual(['collection_time']);
    expect(kinds(read(OBR, result, spm('UR^Urine', '202611100815')))).toEqual(['specimen']);
    expect(kinds(read(OBR.replace('202611100815', ''), result))).toEqual(['collection_time']);
  });
});

describe('what speaks against a result', () => {
  const SPM = (at: Record<number, string>): string =>
    `SPM|${Array.from({ length: 24 }, (_, i) => at[i + 1] ?? '').join('|')}`;
  const obr = (at: Record<number, string>): string =>
    `OBR|${Array.from({ length: 16 }, (_, i) => at[i + 1] ?? ({ 3: 'F1', 4: 'P^Panel', 7: '202611100815' } as Record<number, string>)[i + 1] ?? '').join('|')}`;
  const SER = SPM({ 4: 'SER^Serum' });
  const range = (text: string, sent: Sent = ['NM', '2986-8^T^LN', '18', 'ng/dL']): string =>
    obx(...sent).replace(/\|\|\|\|\|F$/, `|${text}||||F`);

  it.each<[string, string[], string[]]>([
    ['one of two specimens is urine', [OBR, obx(...TT), SER, SPM({ 4: 'UR^Urine' })], ['specimen']],
    ['the order names another specimen', [obr({ 15: 'UR^Urine' }), obx(...TT), SER], ['specimen']],
    ['code and words differ', [obr({ 15: 'SER^Urine' }), obx(...TT)], ['specimen']],
    ['subcomponents differ', [obr({ 15: 'SER&Urine&HL70070' }), obx(...TT)], ['specimen']],
    ['it was hemolyzed', [OBR, obx(...TT), SPM({ 4: 'SER', 24: 'HEM^Hemolyzed' })], ['specimen_condition']],
    ['it was clotted, too', [OBR, obx(...TT), SPM({ 24: 'ROOM~CLOT' })], ['specimen_condition']],
    ['it was rejected', [OBR, obx(...TT), SPM({ 21: 'RH^Hemolyzed' })], ['specimen_condition']],
    ['what came with it', [obr({ 13: 'hemolyzed, wrong tube' }), obx(...TT)], ['specimen_condition']],
    ['a number of ours is misread', [obr({ 2: '123456789012' }), obx(...TT)], ['order_number']],
    ['the range is of another unit', [OBR, range('9-31')], ['reference_range']],
    [
      'the range is a fraction',
      [OBR, range('0.38-0.50', ['NM', '4544-3^H^LN', '45', '%'])],
      ['reference_range'],
    ],
    ['the stability was exceeded', [OBR, obx(...TT), 'NTE|1||Received >72h after collection.'], ['comment']],
    ['it is Spanish', [OBR, obx(...TT), 'NTE|1||Muestra hemolizada'], ['comment']],
  ])('waits where %s', (_, segments, expected) => expect(kinds(read(...segments))).toEqual(expected));

  it.each<[string, string[]]>([
    ['a range of the laboratory’s own', [OBR, range('250-1100', TT)]],
    ['a range in the unit sent', [OBR, range('8.7-29.0', ['NM', '2986-8^T^LN', '18', 'nmol/L'])]],
    ['a range of one limit', [OBR, range('>300', TT)]],
    ['a cooled specimen', [OBR, obx(...TT), SPM({ 4: 'SER', 24: 'COOL' })]],
    ['why it was ordered', [obr({ 13: 'Suspected hypogonadism, repeat test' }), obx(...TT)]],
    ['a number of another program', [obr({ 2: 'LAB-77' }), obx(...TT)]],
  ])('takes %s', (_, segments) => expect(kinds(read(...segments))).toEqual([]));
});

describe('given names', () => {
  it.each([
    ['Robert Bell', 'Bob', true],
    ['James Bell', 'Jim', true],
    ['Muhammad Bell', 'Mohammed', true],
    ['Michael Bell', 'MIKE', true],
    ['Stephen Bell', 'Steve', true],
    ['Sean Bell', 'Shawn', true],
    ['José Luis Bell', 'Luis', true],
    ['Luis Bell', 'Jose Luis', true],
    ['Marcus Bell', 'M', true],
    ['Marcus Bell', '', true],
    [null, 'Marcus', true],
    ['Marcus Bell', 'Matthew', false],
    ['Daniel Bell', 'David', false],
    ['Marcus J Bell', 'Peter J', false],
    ['Marcus James Bell', 'Peter James', false],
  ])('%s and %s: %p', (full, given, same) => expect(canHaveGivenName(full, given)).toBe(same));
});

describe('times', () => {
  it.each([
    ['20261110081530-0500', 'America/New_York', '2026-11-10T08:15:30-05:00'],
    ['202611100815', 'America/New_York', '2026-11-10T08:15:00-05:00'],
    ['202607100815', 'America/New_York', '2026-07-10T08:15:00-04:00'],
    ['202611100815', 'Asia/Kolkata', '2026-11-10T08:15:00+05:30'],
    // Twice, and not at all.
    ['202611010130', 'America/New_York', null],
    ['202603080230', 'America/New_York', null],
    ['20261110', 'UTC', null],
    ['2026111008', 'UTC', null],
    ['202613100815', 'UTC', null],
    ['202611102460', 'UTC', null],
  ])('%s in %s', (text, zone, iso) => expect(readMoment(text, zone)).toBe(iso));

  it.each([
    ['19800217', '1980-02-17'],
    ['19800217120000', '1980-02-17'],
    ['19800230', null],
    ['', null],
  ])('the date %s', (text, date) => expect(readDate(text)).toBe(date));
});

describe('family names', () => {
  it.each([
    ['Daniel Wells', 'WELLS', true],
    ['Juan De La Cruz', 'De la Cruz', true],
    ['Liam O’Brien', "O'Brien", true],
    ['Liam O’Brien', 'OBRIEN', true],
    ['Zoë Müller-Lüdenscheidt', 'Muller Ludenscheidt', true],
    ['Martin King Jr.', 'King', true],
    ['Daniel Wells', 'Well', false],
    ['Daniel Wells', 'Daniel', false],
    ['Daniel Wells', 'Daniel Wells', false],
    ['Daniel Wells', '', false],
    [null, 'Wells', false],
  ])('%s and %s: %p', (full, family, same) => expect(hasFamilyName(full, family)).toBe(same));
});

describe('the parser beside one of other authors', () => {
  it('finds the same segments, fields and components', () => {
    const text = [MSH, PID, OBR, obx(...TT), 'NTE|1||a~b'].join('\r');
    const theirs = Hl7Message.parse(text);
    const ours = parseMessage(text)!;
    expect(ours.map(({ name }) => name)).toEqual(theirs.segments.map(({ name }) => name));
    for (const [i, segment] of ours.entries())
      for (let field = 3; field < 20; field++)
        expect(segment.raw(field)).toBe(theirs.segments[i]!.getField(field)?.toString() ?? '');
  });
});
