import PDFDocument from 'pdfkit';
import type { ReachableDocument } from './documents.service.js';
import { dateText, printedParts, type PrintedEntry, type PrintedPart } from './printable.js';

const MARGIN = 56;
const FOOTER_BELOW = 24;
const INK = '#12302F';
const MUTED = '#4A605E';
const PRIMARY = '#0E6B63';
const FONT = 'Helvetica';
const BOLD = 'Helvetica-Bold';

/** What the built-in fonts of every PDF reader can show besides line ends. */
const SHOWABLE = /[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** Characters without a glyph are printed by their Unicode number: nothing that was signed disappears. */
function printable(text: string): { text: string; replaced: boolean } {
  let replaced = false;
  const shown = Array.from(
    text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', '    '),
    (character) => {
      if (SHOWABLE.test(character)) return character;
      replaced = true;
      return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
    },
  );
  return { text: shown.join(''), replaced };
}

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
  let replaced = false;
  const write = (text: string): string => {
    const shown = printable(text);
    replaced ||= shown.replaced;
    return shown.text;
  };
  const line = (text: string): void => {
    pdf.font(FONT).fontSize(10).fillColor(MUTED).text(write(text));
  };

  pdf.font(BOLD).fontSize(10).fillColor(PRIMARY).text('TRT Program');
  pdf.moveDown(0.5).font(BOLD).fontSize(20).fillColor(INK).text(write(document.title));
  pdf.moveDown(0.5);
  line(`Patient: ${name}${patient.dob ? `, born ${dateText(patient.dob)}` : ''}`);
  line(`${acknowledged ? 'Acknowledged' : 'Signed'}: ${when(document.finalized_at, patient.timezone)}`);
  line(`Version: ${document.text_version}, revision ${document.revision}`);
  line(`Document: ${document.id}`);
  for (const part of printedParts(document)) writePart(pdf, part, write);
  if (acknowledged) {
    pdf.moveDown(1).font(BOLD).fontSize(11).fillColor(INK);
    pdf.text(write(`${name} confirmed to have read and understood this text.`));
  }
  if (replaced) {
    pdf.moveDown(1);
    line('Characters that this file cannot show are given by their Unicode number, like [U+1F642].');
  }
  number(pdf, write(`${name}, ${document.title.toLowerCase()}`));
  pdf.end();
  return pdf;
}

function writePart(pdf: PDFKit.PDFDocument, part: PrintedPart, write: (text: string) => string): void {
  if (pdf.y > pdf.page.height - MARGIN - 72) pdf.addPage();
  pdf.moveDown(1).font(BOLD).fontSize(13).fillColor(PRIMARY).text(part.title);
  pdf.moveDown(0.3);
  for (const entry of part.entries) writeEntry(pdf, entry, write);
}

function writeEntry(
  pdf: PDFKit.PDFDocument,
  { label, text }: PrintedEntry,
  write: (text: string) => string,
): void {
  if (label === null) {
    pdf
      .font(FONT)
      .fontSize(11)
      .fillColor(INK)
      .text(`•  ${write(text)}`);
    pdf.moveDown(0.4);
    return;
  }
  // A question is not left alone at the foot of a page.
  if (pdf.y > pdf.page.height - MARGIN - 32) pdf.addPage();
  pdf.font(FONT).fontSize(9.5).fillColor(MUTED).text(write(label));
  pdf.fontSize(11).fillColor(INK).text(write(text));
  pdf.moveDown(0.5);
}

/** Who, what and which page of how many, at the foot of each. */
function number(pdf: PDFKit.PDFDocument, who: string): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the margin pdfkit would start a new page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN + FOOTER_BELOW - 12;
    const width = pdf.page.width - 2 * MARGIN;
    pdf.font(FONT).fontSize(8.5).fillColor(MUTED);
    pdf.text(who, MARGIN, y, { width: width - 80, height: 12, ellipsis: true, lineBreak: false });
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
  }
}
