import PDFDocument from 'pdfkit';
import { chooseFont, printable } from './typeface.js';

export const MARGIN = 56;
const FOOTER_BELOW = 24;
export const INK = '#12302F';
export const MUTED = '#4A605E';
export const PRIMARY = '#0E6B63';

/** An empty file of letter size; the structure that `Pen` writes for screen readers needs this version of the format. */
export const newPdf = (about: { title: string; author: string; at: Date }): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.5',
    info: { Title: about.title, Author: about.author, Creator: 'TRT Program', CreationDate: about.at },
  });

export interface Hand {
  size: number;
  color?: string;
  weight?: 'regular' | 'bold';
  tag?: 'H1' | 'H2' | 'P';
}

/** Writes each text in a font that has its letters, and remembers whether any character had to be printed as a number. */
export class Pen {
  replaced = false;

  private readonly structure: PDFKit.PDFStructureElement;

  constructor(readonly pdf: PDFKit.PDFDocument) {
    this.structure = pdf.struct('Document');
    pdf.addStructure(this.structure);
  }

  write(text: string, { size, color = INK, weight = 'regular', tag = 'P' }: Hand): void {
    const shown = printable(text, weight);
    this.replaced ||= shown.replaced;
    const draw = () => void chooseFont(this.pdf, shown.font, size).fillColor(color).text(shown.text);
    this.structure.add(this.pdf.struct(tag, {}, draw));
  }
}

/** A heading that is not left alone at the bottom of a page. */
export function writeHeading(pen: Pen, title: string): void {
  const { pdf } = pen;
  if (pdf.y > pdf.page.height - MARGIN - 72) pdf.addPage();
  pdf.moveDown(1);
  pen.write(title, { size: 13, color: PRIMARY, weight: 'bold', tag: 'H2' });
  pdf.moveDown(0.3);
}

/** A label above its value, kept on one page. */
export function writeFact(pen: Pen, label: string, text: string): void {
  const { pdf } = pen;
  if (pdf.y > pdf.page.height - MARGIN - 32) pdf.addPage();
  pen.write(label, { size: 9.5, color: MUTED });
  pen.write(text, { size: 11 });
  pdf.moveDown(0.5);
}

/** Name, document and page number in each footer. */
export function numberPages({ pdf }: Pen, who: string): void {
  const { count } = pdf.bufferedPageRange();
  const shown = printable(who);
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    // Below the margin pdfkit would start a new page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - MARGIN + FOOTER_BELOW - 12;
    const width = pdf.page.width - 2 * MARGIN;
    pdf.markContent('Artifact', { type: 'Pagination' });
    chooseFont(pdf, shown.font, 8.5).fillColor(MUTED);
    pdf.text(shown.text, MARGIN, y, { width: width - 80, height: 12, ellipsis: true, lineBreak: false });
    chooseFont(pdf, 'Helvetica', 8.5);
    pdf.text(`Page ${page + 1} of ${count}`, MARGIN, y, { width, align: 'right', lineBreak: false });
    pdf.endMarkedContent();
  }
}
