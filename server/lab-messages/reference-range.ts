import { ANALYTE_BY_KEY, fromLaboratory, type AnalyteKey } from '#common/clinical/index.js';

const RANGE = /^\(?\s*(\d+\.?\d*|\.\d+)\s*(?:-|–|to)\s*(\d+\.?\d*|\.\d+)\s*\)?$/i;
/** Laboratories differ by less than this; units by more. */
const MOST = 3;

/**
 * Whether the laboratory's own range contradicts the unit it sends: 9-31 is testosterone in nmol/L, whatever OBX-6 says. Only
 * a range of two limits is judged, against this program's range in the same unit.
 */
export function fitsUnit(key: AnalyteKey, range: string, unit: string): boolean {
  const [, from, to] = RANGE.exec(range.trim()) ?? [];
  const low = from && fromLaboratory(key, Number(from), unit)?.value;
  const high = to && fromLaboratory(key, Number(to), unit)?.value;
  if (typeof low !== 'number' || typeof high !== 'number') return true;
  const { reference_low, reference_high } = ANALYTE_BY_KEY.get(key)!;
  if (reference_low !== null && high < reference_low) return false;
  if (reference_high === null) return true;
  return low <= reference_high && high <= reference_high * MOST && high * MOST >= reference_high;
}
