import type { ReachableDocument } from './documents.repository.js';
import { dateText, printedParts, type PrintedEntry, type PrintedPart } from './printable.js';
import { MUTED, Pen, PRIMARY, newPdf, numberPages, writeFact, writeHeading } from './pen.js';
import { TEXT } from './text/en.js';

const when = (at: Date, timezone: string): string =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: timezone })} (${at.toISOString()})`;

/** The document as signed, ready to be piped; the same document gives the same file. */
export function documentPdf(document: ReachableDocument): PDFKit.PDFDocument {
  const { patient } = document;
  const name = patient.name ?? patient.email;
  const acknowledged = document.state === 'acknowledged';
  const pdf = newPdf({ title: document.title, author: name, at: document.finalized_at });
  const pen = new Pen(pdf);
  const line = (text: string): void => pen.write(text, { size: 10, color: MUTED });

  pen.write(`${patient.clinic}, TRT Program`, { size: 10, color: PRIMARY, weight: 'bold' });
  pdf.moveDown(0.5);
  pen.write(document.title, { size: 20, weight: 'bold', tag: 'H1' });
  pdf.moveDown(0.5);
  line(`Patient: ${name}${patient.dob ? `, born ${dateText(patient.dob)}` : ''}`);
  const signed = document.signed_by === null ? 'Signed' : `Signed by ${document.signed_by}`;
  line(`${acknowledged ? 'Acknowledged' : signed}: ${when(document.finalized_at, patient.timezone)}`);
  line(`Version: ${document.text_version}, revision ${document.revision}`);
  line(`Document: ${document.id}`);
  for (const part of printedParts(document)) writePart(pen, part);
  if (acknowledged) {
    pdf.moveDown(1);
    pen.write(`${name} confirmed that they have read and understood this document.`, {
      size: 11,
      weight: 'bold',
    });
  }
  if (pen.replaced) {
    pdf.moveDown(1);
    line(TEXT.unknownCharacters);
  }
  numberPages(pen, `${name}, ${document.title.toLowerCase()}`);
  pdf.end();
  return pdf;
}

function writePart(pen: Pen, part: PrintedPart): void {
  writeHeading(pen, part.title);
  for (const entry of part.entries) writeEntry(pen, entry);
}

function writeEntry(pen: Pen, { label, text }: PrintedEntry): void {
  if (label !== null) return writeFact(pen, label, text);
  pen.write(`•  ${text}`, { size: 11 });
  pen.pdf.moveDown(0.4);
}
