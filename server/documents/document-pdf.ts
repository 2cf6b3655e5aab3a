import PDFDocument from 'pdfkit';
import type { ReachableDocument } from './documents.service.js';
import { dateText, printedParts, type PrintedEntry, type PrintedPart } from './printable.js';
import { printable, chooseFont } from './typeface.js';

const MARGIN = 56;
const FOOTER_BELOW = 24;
const INK = '#12302F';
const MUTED = '#4A605E';
const PRIMARY = '#0E6B63';
const when = (at: Date, timezone: string): string =>
  `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone: timezone })} (${at.toISOString()})`;

/** The document as it was signed, ready to be piped; the same document gives the same file. */
export function documentPdf(document: ReachableDocument): PDFKit.PDFDocument {
  const { patient } = document;
  const name = patient.name ?? patient.email;
  const acknowledged = document.state === 'acknowledged';
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: document.title,
      Author: name,
      Creator: 'TRT Program',
      CreationDate: document.finalized_at,
    },
  });
  const pen = new Pen(pdf);
  const line = (text: string): void => pen.write(text, { size: 10, color: MUTED });

  pen.write('TRT Program', { size: 10, color: PRIMARY, weight: 'bold' });
  pdf.moveDown(0.5);
  pen.write(document.title, { size: 20, weight: 'bold' });
  pdf.moveDown(0.5);
  line(`Patient: ${name}${patient.dob ? `, born ${dateText(patient.dob)}` : ''}`);
  line(`${acknowledged ? 'Acknowledged' : 'Signed'}: ${when(document.finalized_at, patient.timezone)}`);
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
    line('Characters that this file cannot show are given by their Unicode number, like [U+1F642].');
  }
  number(pen, `${name}, ${document.title.toLowerCase()}`);
  pdf.end();
  return pdf;
}

interface Hand {
  size: number;
  color?: string;
  weight?: 'regular' | 'bold';
}

/** Writes each text in a font that has its letters, and remembers whether any character had to be given by number. */
class Pen {
  replaced = false;

  constructor(readonly pdf: PDFKit.PDFDocument) {}

  write(text: string, { size, color = INK, weight = 'regular' }: Hand): void {
    const shown = printable(text, weight);
    this.replaced ||= shown.replaced;
    chooseFont(this.pdf, shown.font, size).fillColor(color).text(shown.text);
  }
}

function writePart(pen: Pen, part: PrintedPart): void {
  const { pdf } = pen;
  if (pdf.y > pdf.page.height - MARGIN - 72) pdf.addPage();
  pdf.moveDown(1);
  pen.write(part.title, { size: 13, color: PRIMARY, weight: 'bold' });
  pdf.moveDown(0.3);
  for (const entry of part.entries) writeEntry(pen, entry);
}

function writeEntry(pen: Pen, { label, text }: PrintedEntry): void {
  const { pdf } = pen;
  if (label === null) {
    pen.write(`•  ${text}`, { size: 11 });
    pdf.moveDown(0.4);
    return;
  }
  // A question is not left alone at the foot of a page.
  if (pdf.y > pdf.page.height - MARGIN - 32) pdf.addPage();
  pen.write(label, { size: 9.5, color: MUTED });
  pen.write(text, { size: 11 });
  pdf.moveDown(0.5);
}

/** Who, what and which page of how many, at the foot of each. */
function number({ pdf }: Pen, who: string): void {
  const { count } = pdf.bufferedPageRange();
  const shown = printable(who);
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the margin pdfkit would start a new page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN + FOOTER_BELOW - 12;
    const width = pdf.page.width - 2 * MARGIN;
    chooseFont(pdf, shown.font, 8.5).fillColor(MUTED);
    pdf.text(shown.text, MARGIN, y, { width: width - 80, height: 12, ellipsis: true, lineBreak: false });
    chooseFont(pdf, 'Helvetica', 8.5);
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
  }
}
