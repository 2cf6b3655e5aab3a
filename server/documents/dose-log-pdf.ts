import type { TakenDose } from '#common/api/index.js';
import { amountText } from '#common/clinical/evidence-text.js';
import { dateText } from './printable.js';
import { MUTED, PRIMARY, Pen, newPdf, numberPages, writeFact, writeHeading } from './pen.js';
import { TEXT } from './text/en.js';

export interface DoseLogSheet {
  name: string;
  dob: string | null;
  /** Newest first. */
  doses: readonly TakenDose[];
  printedAt: Date;
  /** IANA name of the patient's zone, in which every time is given. */
  timezone: string;
}

/** The doses a patient logged, month by month, to hand to someone else. */
export function doseLogPdf(sheet: DoseLogSheet): PDFKit.PDFDocument {
  const { name, dob, doses, printedAt, timezone } = sheet;
  const pdf = newPdf({ title: 'Dose log', author: name, at: printedAt });
  const pen = new Pen(pdf);
  const line = (text: string): void => pen.write(text, { size: 10, color: MUTED });
  const inWords = (at: Date, options: Intl.DateTimeFormatOptions): string =>
    at.toLocaleString('en-US', { ...options, timeZone: timezone });
  pen.write('TRT Program', { size: 10, color: PRIMARY, weight: 'bold' });
  pdf.moveDown(0.5);
  pen.write('Dose log', { size: 20, weight: 'bold', tag: 'H1' });
  pdf.moveDown(0.5);
  line(`Patient: ${name}${dob ? `, born ${dateText(dob)}` : ''}`);
  line(`Printed: ${inWords(printedAt, { dateStyle: 'long', timeStyle: 'short' })}`);
  line(TEXT.asLogged(timezone.replaceAll('_', ' ')));
  if (doses.length === 0) {
    pdf.moveDown(1);
    pen.write('No doses are logged.', { size: 11 });
  }
  let month = '';
  for (const { taken_at, dose, unit, site, note } of doses) {
    const at = new Date(taken_at);
    const title = inWords(at, { month: 'long', year: 'numeric' });
    if (title !== month) writeHeading(pen, (month = title));
    writeFact(
      pen,
      inWords(at, { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
      [[amountText(dose, unit), site].filter(Boolean).join(', '), note].filter(Boolean).join('\n'),
    );
  }
  if (pen.replaced) line(TEXT.unknownCharacters);
  numberPages(pen, `${name}, dose log`);
  pdf.end();
  return pdf;
}
