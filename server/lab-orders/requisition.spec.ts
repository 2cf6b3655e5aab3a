import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { code128 } from '../documents/barcode.js';
import { codesIn } from './lab-ordering.service.js';
import type { OrderToSend } from './lab-orders.repository.js';
import { controlIdOf, orderMessage } from './order-message.js';
import { requisitionPdf } from './requisition-pdf.js';

const NUMBER = '482109376626';
const order = (change: Partial<OrderToSend> = {}): OrderToSend => ({
  id: 'b1f6a3a0-0000-4000-8000-000000000001',
  org_id: 'b1f6a3a0-0000-4000-8000-000000000002',
  patient_id: 'b1f6a3a0-0000-4000-8000-000000000003',
  patient_user_id: 'b1f6a3a0-0000-4000-8000-000000000004',
  case_id: 'b1f6a3a0-0000-4000-8000-000000000005',
  connection_id: 'b1f6a3a0-0000-4000-8000-000000000006',
  number: NUMBER,
  status: 'ordered',
  analytes: ['tt_ng_dl', 'ldl_mg_dl'],
  results_in: [],
  fasting: true,
  preparation: { timing: 'mid_interval', steps: ['fast'], fasting_conflict: false },
  window_from: '2026-11-27',
  due_on: '2026-12-11',
  overdue: false,
  drawn_on: null,
  ordered_at: '2026-11-26T15:30:00.000Z',
  laboratory: {
    id: 'b1f6a3a0-0000-4000-8000-000000000006',
    name: 'Riverside Diagnostics',
    account_number: 'FC-20417',
    address: '410 West 23rd Street, New York, NY 10011',
    phone: '555-0150',
    hours: 'Weekdays 7 a.m. to 3 p.m.',
  },
  patient_name: 'Marcus Łukasz Bell',
  mrn: '10000014',
  ordered_by: 'Dr. Elena Rossi',
  orderer_npi: '1234567893',
  note: null,
  diagnosis_codes: ['E29.1'],
  canceled_at: null,
  canceled_by: null,
  cancel_reason: null,
  sent_at: null,
  cancel_sent_at: null,
  lab_ids: [],
  version: 1,
  dob: '1980-05-06',
  organisation: { name: 'Founders Clinic', phone: '555-0100', address: '12 Elm Street, Albany, NY 12207' },
  ...change,
});

/** The page's drawing instructions. */
function contentOf(pdf: Buffer): string {
  const parts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at)) {
    const from = at + 'stream\n'.length;
    const end = pdf.indexOf('endstream', from);
    try {
      parts.push(inflateSync(pdf.subarray(from, end)).toString('latin1'));
    } catch {
      // A font or another stream that is not compressed.
    }
    at = end + 'endstream'.length;
  }
  return parts.join('\n');
}

/** The black bars of a page as pixels, four to a point. */
function picture(content: string): { data: Uint8ClampedArray; width: number; height: number } {
  const SCALE = 4;
  const bars = [...content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) 44 re/g)].map((found) =>
    found.slice(1, 4).map(Number),
  );
  expect(bars.length).toBeGreaterThan(20);
  const [width, height] = [612 * SCALE, 60 * SCALE];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [x = 0, , w = 0] of bars)
    for (let row = 8 * SCALE; row < 52 * SCALE; row++)
      for (let column = Math.round(x * SCALE); column < Math.round((x + w) * SCALE); column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return { data, width, height };
}

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const file = readFileSync(wasm);
  prepareZXingModule({
    overrides: { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.length) },
  });
});

describe('the requisition', () => {
  const printed = async (change: Partial<OrderToSend> = {}): Promise<Buffer> =>
    buffer(
      requisitionPdf({
        order: order(change),
        barcode: await code128(NUMBER),
        clinic: order().organisation,
        timezone: 'America/New_York',
        dob: '1980-05-06',
        sex: 'Male',
      }),
    );

  it('has a barcode on its page that a scanner reads as the order number', async () => {
    const image = picture(contentOf(await printed()));
    const [found, ...more] = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
      formats: ['Code128'],
    });
    expect([found?.format, found?.text, more.length]).toEqual(['Code128', NUMBER, 0]);
  });

  it('is the same file for the same order, and another for another number', async () => {
    const bare = (file: Buffer): string => file.toString('latin1').replace(/\/ID \[.*?\]/s, '');
    expect(bare(await printed())).toBe(bare(await printed()));
    expect(bare(await printed({ number: '000000000000' }))).not.toBe(bare(await printed()));
  });

  it('is one page with the tests of a year and a note of a few lines', async () => {
    const file = await printed({
      note: 'Hard to draw, left arm. '.repeat(4),
      analytes: [
        'tt_ng_dl',
        'hct_percent',
        'psa_ng_ml',
        'cholesterol_mg_dl',
        'hdl_mg_dl',
        'ldl_mg_dl',
        'triglycerides_mg_dl',
      ],
    });
    expect(file.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });
});

describe('the message of an order', () => {
  const connection = { sending_application: 'LIS', sending_facility: 'A&B', receiving_facility: '' };
  const segments = (text: string) => text.split('\r').map((line) => line.split('|'));

  it('keeps separators of names and notes apart from its own', () => {
    const text = orderMessage(
      order({ note: 'a^b|c\nd', patient_name: 'Anne & Bo' }),
      connection,
      'NW',
      'male',
    );
    expect(text).toContain('|A\\T\\B|');
    expect(segments(text).find(([name]) => name === 'NTE')![3]).toBe('a\\S\\b\\F\\c\\.br\\d');
    expect(segments(text).find(([name]) => name === 'PID')![5]).toBe('Bo^Anne^\\T\\');
  });

  it('is the same whenever it is written, with a control id for each kind', () => {
    const canceled = order({ status: 'canceled', canceled_at: '2026-11-28T09:00:00.000Z' });
    expect(orderMessage(canceled, connection, 'CA', null)).toBe(
      orderMessage(canceled, connection, 'CA', null),
    );
    expect([controlIdOf(NUMBER, 'NW'), controlIdOf(NUMBER, 'CA')]).toEqual([`${NUMBER}N`, `${NUMBER}C`]);
    const [msh] = segments(orderMessage(canceled, connection, 'CA', null));
    expect(msh!.slice(2, 7)).toEqual(['TRT', 'FC-20417', 'LIS', 'A\\T\\B', '20261128090000+0000']);
  });

  it.each([
    ['male', 'M'],
    ['female', 'F'],
    ['intersex', 'A'],
    ['prefer_not_to_say', 'U'],
    [null, 'U'],
  ] as const)('says %s as %s', (sex, code) => {
    const pid = segments(orderMessage(order(), connection, 'NW', sex)).find(([name]) => name === 'PID')!;
    expect(pid[8]).toBe(code);
  });
});

describe('diagnosis codes', () => {
  it.each([
    ['Primary hypogonadism (E29.1).', ['E29.1']],
    ['e29.1, E66.9; E29.1', ['E29.1', 'E66.9']],
    ['Low T, TSH 4', []],
    ['Vitamin B12 deficiency', []],
    [null, []],
  ])('in "%s" are %j', (diagnosis, codes) => expect(codesIn(diagnosis)).toEqual(codes));
});
