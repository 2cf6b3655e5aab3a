import { quantityText } from '#common/clinical/evidence-text.js';
import { orderNumberText } from '#common/order-number.js';
import { drawBarcode, type Bars } from '../documents/barcode.js';
import { MARGIN, MUTED, PRIMARY, Pen, newPdf, numberPages, writeHeading } from '../documents/pen.js';
import { dateText } from '../documents/printable.js';
import type { OrderContents } from './order-contents.service.js';

const line = (pen: Pen, label: string, text: string): void => pen.write(`${label}: ${text}`, { size: 11 });
const moment = (at: Date, timeZone: string): string =>
  at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone });

/** A cover sheet that names no one, and the signed order. */
export function orderPdf(order: OrderContents, barcode: Bars): PDFKit.PDFDocument {
  const { clinic } = order;
  const number = orderNumberText(order.number);
  const pdf = newPdf({ title: 'Prescription order', author: clinic.name, at: order.handed_over_at });
  const pen = new Pen(pdf);
  const pagesAt = writeCover(pen, order, number);
  pdf.addPage();
  pen.write(`${clinic.name}, TRT Program`, { size: 10, color: PRIMARY, weight: 'bold' });
  const reached = [clinic.address, clinic.phone && `Phone: ${clinic.phone}`].filter(Boolean);
  if (reached.length) pen.write(reached.join('   '), { size: 10 });
  pdf.moveDown(0.5);
  pen.write('Prescription order', { size: 20, weight: 'bold', tag: 'H1' });
  pdf.moveDown(0.5);
  drawBarcode(pen, barcode, number);
  writePatient(pen, order);
  writeMedicine(pen, order);
  writePrescriber(pen, order);
  writeConfirmation(pen, order);
  if (pen.replaced) {
    pdf.moveDown(1);
    pen.write('Characters that this file cannot show are given by their Unicode number.', {
      size: 10,
      color: MUTED,
    });
  }
  pdf.switchToPage(0);
  pdf.x = MARGIN;
  pdf.y = pagesAt;
  line(pen, 'Pages', `${pdf.bufferedPageRange().count}, with this one`);
  numberPages(pen, `Order ${number}`);
  pdf.end();
  return pdf;
}

/** It may lie in a tray for anyone to see: no name, no medicine. The height of the line for the number of pages. */
function writeCover(pen: Pen, { pharmacy, clinic, handed_over_at }: OrderContents, number: string): number {
  pen.write('Fax', { size: 26, weight: 'bold', tag: 'H1' });
  pen.pdf.moveDown(1);
  line(pen, 'To', pharmacy.name);
  line(pen, 'Fax', pharmacy.fax || 'not on file');
  if (pharmacy.phone) line(pen, 'Phone', pharmacy.phone);
  pen.pdf.moveDown(0.5);
  line(pen, 'From', clinic.name);
  line(pen, 'Phone', clinic.phone || 'not on file');
  line(pen, 'Date', moment(handed_over_at, clinic.timezone));
  line(pen, 'Order number', number);
  // Written at the end, when they are counted.
  const pagesAt = pen.pdf.y;
  pen.pdf.moveDown(1);
  writeHeading(pen, 'Confidential');
  pen.write(
    'This fax has health information that federal law protects. It is for the pharmacy named above and no one else. If you are not that pharmacy, do not read, copy or pass on what follows: call the number above at once, then destroy all pages.',
    { size: 11 },
  );
  writeHeading(pen, 'Please confirm');
  pen.write(
    'Fill in the confirmation at the end of the order and fax it back, or call. The clinic marks this prescription as sent once you confirm it.',
    { size: 11 },
  );
  return pagesAt;
}

function writePatient(pen: Pen, { patient, phone, state, allergies }: OrderContents): void {
  writeHeading(pen, 'Patient');
  line(pen, 'Name', patient.name);
  line(pen, 'Date of birth', `${patient.dob ? dateText(patient.dob) : 'not on file'}   MRN: ${patient.mrn}`);
  line(pen, 'Phone', `${phone ?? 'not on file'}   State: ${state ?? 'not on file'}`);
  line(pen, 'Address', '________________________________________________ (the pharmacy adds it)');
  line(pen, 'Allergies as told', allergies?.trim() || 'not on file: ask the patient');
}

function writeMedicine(pen: Pen, { prescription }: OrderContents): void {
  const { drug, dose, route, frequency, sig, quantity, formulation, days_supply, refills, vial } =
    prescription;
  writeHeading(pen, 'Prescription (Schedule III)');
  line(pen, 'Medicine', drug);
  line(pen, 'Dose', `${dose}, ${frequency}, ${route}`);
  line(pen, 'Directions', sig);
  line(pen, 'Quantity', `${quantityText(quantity, formulation)}${vial ? ` (${vial}-dose vials)` : ''}`);
  line(pen, 'Days of supply', String(days_supply));
  line(pen, 'Refills', String(refills));
}

function writePrescriber(pen: Pen, { prescriber, prescription, dea, clinic }: OrderContents): void {
  writeHeading(pen, 'Prescriber');
  line(pen, 'Name', `${prescriber?.name ?? 'not on file'}, ${clinic.name}`);
  line(pen, 'NPI', `${prescriber?.npi ?? 'not on file'}   DEA: ${dea ?? 'not on file'}`);
  const at = prescription.approved_at
    ? moment(new Date(prescription.approved_at), clinic.timezone)
    : 'not on file';
  line(pen, 'Approved in the portal', `${prescriber?.name ?? 'not on file'}, ${at}`);
  // A fax of a Schedule III prescription counts only with a handwritten signature.
  pen.pdf.moveDown(0.8);
  line(pen, 'Signature by hand (21 CFR 1306.05(d))', '______________________________   Date: ____________');
}

/** Filled in by hand and faxed back. */
function writeConfirmation(pen: Pen, { clinic }: OrderContents): void {
  writeHeading(pen, 'Confirmation by the pharmacy');
  line(pen, 'Received by', '______________________   Date: ______________   Reference: ______________');
  pen.write(`Please fax back, or call ${clinic.phone || 'the clinic'}.`, { size: 11 });
}
