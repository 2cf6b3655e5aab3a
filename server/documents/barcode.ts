import { MARGIN, type Pen } from './pen.js';

/** A bar or the space after it, in modules of the narrowest bar. */
export type Bars = readonly number[];

/** Code 128: bars and spaces in turn, beginning and ending with a bar. Loaded with the first requisition, because it is large. */
export async function code128(text: string): Promise<Bars> {
  // Its export named raw is another kind of barcode.
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw({ bcid: 'code128', text }) as { sbs?: number[] }[];
  if (!symbol?.sbs) throw new Error('The barcode could not be made');
  return symbol.sbs;
}

/** Clear space that scanners need on both sides. */
const QUIET_MODULES = 10;
/** In points: 0.35 mm, wide enough for every scanner and printer. */
const MODULE = 1;
const BAR_HEIGHT = 44;
const BLACK = '#000000';

/** Bars as shapes, sharp on every printer; the number below them is the text for screen readers. */
export function drawBarcode(pen: Pen, bars: Bars, number: string): void {
  const { pdf } = pen;
  const top = pdf.y;
  pdf.markContent('Artifact', { type: 'Layout' });
  let x = MARGIN + QUIET_MODULES * MODULE;
  bars.forEach((width, at) => {
    if (at % 2 === 0) pdf.rect(x, top, width * MODULE, BAR_HEIGHT).fill(BLACK);
    x += width * MODULE;
  });
  pdf.endMarkedContent();
  pdf.x = MARGIN;
  pdf.y = top + BAR_HEIGHT + 4;
  pen.write(`Order number ${number}`, { size: 12, weight: 'bold' });
}
