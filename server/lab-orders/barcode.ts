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
export const QUIET_MODULES = 10;
