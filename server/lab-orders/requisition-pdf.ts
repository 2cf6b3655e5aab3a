import type { Organisation } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/index.js';
import { DRAW_STEP_TEXT, DRAW_TIMING_TEXT, FASTING_CONFLICT_TEXT } from '#common/clinical/draw-words.js';
import { orderNumberText } from '#common/order-number.js';
import { MARGIN, MUTED, PRIMARY, Pen, newPdf, numberPages, writeHeading } from '../documents/pen.js';
import { dateText } from '../documents/printable.js';
import { chooseFont } from '../documents/typeface.js';
import { drawBarcode, type Bars } from '../documents/barcode.js';
import type { StoredOrder } from './lab-order-wire.js';

/** What is printed; the same order gives the same file. */
export interface Requisition {
  order: StoredOrder;
  barcode: Bars;
  clinic: Pick<Organisation, 'name' | 'phone' | 'address'>;
  /** IANA name of the clinic's zone. */
  timezone: string;
  dob: string | null;
  sex: string;
}

/** A requisition that the patient takes along: who, what, when, for whom, signed. */
export function requisitionPdf(sheet: Requisition): PDFKit.PDFDocument {
  const { order, clinic, timezone } = sheet;
  const number = orderNumberText(order.number);
  const signedAt = new Date(order.ordered_at);
  const pdf = newPdf({ title: 'Laboratory requisition', author: clinic.name, at: signedAt });
  const pen = new Pen(pdf);
  pen.write(`${clinic.name}, TRT Program`, { size: 10, color: PRIMARY, weight: 'bold' });
  const reached = [clinic.address, clinic.phone && `Phone, also for critical results: ${clinic.phone}`];
  if (reached.some(Boolean)) pen.write(reached.filter(Boolean).join('   '), { size: 10 });
  pdf.moveDown(0.5);
  pen.write('Laboratory requisition', { size: 20, weight: 'bold', tag: 'H1' });
  pdf.moveDown(0.5);
  drawBarcode(pen, sheet.barcode, number);
  writePeople(pen, sheet);
  writeTests(pen, order);
  writeDraw(pen, order);
  writeCollection(pen);
  writeSignature(pen, order, signedAt, timezone);
  if (pen.replaced) {
    pdf.moveDown(1);
    pen.write('Characters that this file cannot show are given by their Unicode number.', {
      size: 10,
      color: MUTED,
    });
  }
  numberPages(pen, `${order.patient_name}, MRN ${order.mrn}, order ${number}`);
  pdf.end();
  return pdf;
}

/** Label and value on one line: a requisition is one page. */
const line = (pen: Pen, label: string, text: string): void => pen.write(`${label}: ${text}`, { size: 10.5 });

function writePeople(pen: Pen, { order, dob, sex, clinic }: Requisition): void {
  const { laboratory } = order;
  writeHeading(pen, 'Patient');
  line(pen, 'Name', order.patient_name);
  line(pen, 'Date of birth', `${dob ? dateText(dob) : 'not on file'}   Sex: ${sex}   MRN: ${order.mrn}`);
  writeHeading(pen, 'Laboratory');
  line(pen, 'Name', laboratory.name);
  line(pen, 'Account number', laboratory.account_number || 'not on file');
  if (laboratory.address) line(pen, 'Address', laboratory.address);
  const reach = [
    laboratory.phone && `Phone: ${laboratory.phone}`,
    laboratory.hours && `Hours: ${laboratory.hours}`,
  ];
  if (reach.some(Boolean)) pen.write(reach.filter(Boolean).join('   '), { size: 10.5 });
  writeHeading(pen, 'Ordering clinician');
  line(pen, 'Name', `${order.ordered_by}, ${clinic.name}`);
  const diagnoses = order.diagnosis_codes.join(', ');
  line(
    pen,
    'NPI',
    [order.orderer_npi ?? 'not on file', diagnoses && `Diagnosis (ICD-10): ${diagnoses}`]
      .filter(Boolean)
      .join('   '),
  );
}

function writeTests(pen: Pen, { analytes, note }: StoredOrder): void {
  writeHeading(pen, 'Tests');
  for (const key of analytes) {
    const { name, loinc } = ANALYTE_BY_KEY.get(key)!;
    pen.write(`•  ${name} (LOINC ${loinc})`, { size: 10.5 });
  }
  if (note) line(pen, 'Note to the laboratory', note);
}

function writeDraw(pen: Pen, { window_from, due_on, fasting, preparation }: StoredOrder): void {
  writeHeading(pen, 'Blood draw');
  line(pen, 'Draw between', `${dateText(window_from)} and ${dateText(due_on)}`);
  line(pen, 'Fasting', fasting ? 'yes' : 'no');
  line(pen, 'Time', DRAW_TIMING_TEXT[preparation.timing]);
  for (const step of preparation.steps) pen.write(`•  ${DRAW_STEP_TEXT[step]}`, { size: 10.5 });
  if (preparation.fasting_conflict) pen.write(FASTING_CONFLICT_TEXT, { size: 10.5, weight: 'bold' });
}

/** Filled in by hand where the blood is drawn. */
function writeCollection(pen: Pen): void {
  pen.pdf.moveDown(0.5);
  line(pen, 'Collected on', '________________ at ________ by ________________  Specimen: ________________');
  line(pen, 'Bill to', '[  ] account   [  ] patient   [  ] insurance: ________________');
}

function writeSignature(pen: Pen, order: StoredOrder, signedAt: Date, timezone: string): void {
  const { pdf } = pen;
  writeHeading(pen, 'Signature');
  const when = signedAt.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: timezone });
  chooseFont(pdf, 'Helvetica', 11);
  pen.write(`Electronically signed by ${order.ordered_by}, NPI ${order.orderer_npi ?? 'not on file'}`, {
    size: 11,
    weight: 'bold',
  });
  pdf.moveDown(0.2);
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .strokeColor(MUTED)
    .stroke();
  pdf.endMarkedContent();
  pdf.moveDown(0.3);
  pen.write(when, { size: 10, color: MUTED });
}
