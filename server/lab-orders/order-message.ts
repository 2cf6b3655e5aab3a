import { ANALYTE_BY_KEY } from '#common/clinical/index.js';
import { DRAW_TIMING_TEXT } from '#common/clinical/draw-words.js';
import { HL7_SEX, type Sex } from '#common/intake/index.js';
import type { LabConnectionRow } from '../lab-messages/lab-message.entities.js';
import type { OrderToSend } from './lab-orders.repository.js';

/** NW: a new order. CA: it is canceled. */
export type OrderControl = 'NW' | 'CA';

/** The same each time the same message is written, so that a laboratory tells a repetition from another order. */
export const controlIdOf = (number: string, control: OrderControl): string => number + control[0];

/** Whoever takes files by name takes the order before its cancellation. */
export const fileNameOf = (number: string, control: OrderControl): string =>
  `${number}-${control === 'NW' ? '1' : '2'}-${control}`;

const ESCAPES: Readonly<Record<string, string>> = { '\\': 'E', '|': 'F', '^': 'S', '&': 'T', '~': 'R' };
const text = (value: string): string =>
  value
    .trim()
    .replace(/[\\|^&~]/g, (sign) => `\\${ESCAPES[sign]!}\\`)
    .replace(/\r\n|[\r\n]/g, '\\.br\\')
    .replace(/\p{Cc}/gu, ' ');
/** Components, without the empty ones at the end. */
const parts = (...values: string[]): string => values.join('^').replace(/\^+$/, '');
/** A segment by its fields' numbers. */
const segment = (name: string, fields: Readonly<Record<number, string>>): string => {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [name, ...Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')].join('|');
};

const day = (date: string): string => date.replaceAll('-', '');
/** To the second, in UTC. */
const moment = (iso: string): string => `${iso.slice(0, 19).replace(/[-T:]/g, '')}+0000`;

const PREFIX = /^(dr|mr|mrs|ms|prof)\.?$/i;
const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i;
const DEGREE = /^(md|do|np|pa|pa-c|rn|phd|fnp-?c?|dnp|mbbs)\.?$/i;
/** They belong to the family name that follows. */
const PARTICLE = /^(de|del|la|las|los|van|von|der|den|di|da|dos|st\.?|al|bin|el)$/i;

/** A name that was typed as one text, as the components of HL7: family, given, further, suffix, prefix, degree. */
export function personName(name: string): string[] {
  const words = name.trim().replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  const taken = (pattern: RegExp): string => words.filter((word) => pattern.test(word)).join(' ');
  const rest = words.filter((word) => ![PREFIX, SUFFIX, DEGREE].some((pattern) => pattern.test(word)));
  const names = rest.length ? rest : words;
  let from = names.length - 1;
  while (from > 1 && PARTICLE.test(names[from - 1]!)) from--;
  const [given = '', ...further] = names.slice(0, Math.max(from, 0));
  const family = names.slice(Math.max(from, 0)).join(' ');
  return [family, given, further.join(' '), taken(SUFFIX), taken(PREFIX), taken(DEGREE)].map(text);
}

/** An order, or its cancellation, as HL7 v2.5.1 ORM^O01: one ORC and OBR for each test, all with the order's number. */
export function orderMessage(
  order: OrderToSend,
  connection: Pick<LabConnectionRow, 'sending_application' | 'sending_facility' | 'receiving_facility'>,
  control: OrderControl,
  sex: Sex | null,
): string {
  const { number, laboratory } = order;
  const at = moment(control === 'CA' ? (order.canceled_at ?? order.ordered_at) : order.ordered_at);
  const facility = connection.receiving_facility || laboratory.account_number || order.organisation.name;
  // XCN: the NPI is of the registry of the CMS.
  const orderer = [
    order.orderer_npi ?? '',
    ...personName(order.ordered_by),
    '',
    'CMS&2.16.840.1.113883.4.6&ISO',
    '',
    '',
    '',
    'NPI',
  ].join('^');
  const window = parts('1', '', '', day(order.window_from), day(order.due_on));
  const clinic = parts(
    text(order.organisation.name),
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    text(laboratory.account_number),
  );
  const relevant = [order.fasting ? 'Fasting' : 'Not fasting', DRAW_TIMING_TEXT[order.preparation.timing]];
  const header = segment('MSH', {
    1: '^~\\&',
    2: 'TRT',
    3: text(facility),
    4: text(connection.sending_application),
    5: text(connection.sending_facility),
    6: at,
    8: 'ORM^O01^ORM_O01',
    9: controlIdOf(number, control),
    10: 'P',
    11: '2.5.1',
    17: 'UNICODE UTF-8',
  });
  const patient = segment('PID', {
    1: '1',
    3: parts(order.mrn, '', '', text(order.organisation.name), 'MR'),
    5: parts(...personName(order.patient_name)),
    7: order.dob ? day(order.dob) : '',
    8: sex ? HL7_SEX[sex] : 'U',
  });
  const tests = order.analytes.flatMap((key, n) => {
    const { name, loinc } = ANALYTE_BY_KEY.get(key)!;
    return [
      segment('ORC', {
        1: control,
        2: number,
        4: number,
        7: window,
        9: at,
        12: orderer,
        21: clinic,
        22: text(order.organisation.address ?? ''),
        23: text(order.organisation.phone ?? ''),
      }),
      segment('OBR', {
        1: String(n + 1),
        2: number,
        4: parts(loinc, text(name), 'LN'),
        13: text(relevant.join('. ')),
        16: orderer,
        27: window,
      }),
      ...(n === 0 && order.note ? [segment('NTE', { 1: '1', 2: 'P', 3: text(order.note) })] : []),
      ...order.diagnosis_codes.map((code, i) =>
        segment('DG1', { 1: String(i + 1), 3: parts(code, '', 'I10'), 6: 'W' }),
      ),
    ];
  });
  return [header, patient, ...tests, ''].join('\r');
}
