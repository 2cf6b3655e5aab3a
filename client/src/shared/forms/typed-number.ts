const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const FEET = /^(\d)\s*(?:'|’|′|\s|ft\.?|feet|foot)\s*(?:(\d{1,2}(?:\.\d)?)\s*(?:"|”|″|''|in\.?|inches)?)?$/i;
const MEASURE = /^(\d+(?:\.\d+)?|\.\d+)\s*([a-z"”/%]+)\.?$/i;

/** Units people write after a number, with the factor to the field's unit. */
const FACTORS: Record<string, Record<string, number>> = {
  in: { in: 1, inch: 1, inches: 1, '"': 1, '”': 1, cm: 1 / 2.54, m: 100 / 2.54 },
  lb: { lb: 1, lbs: 1, pound: 1, pounds: 1, kg: 1 / 0.45359237, kgs: 1 / 0.45359237 },
  h: { h: 1, hr: 1, hrs: 1, hour: 1, hours: 1 },
  min: { min: 1, mins: 1, minute: 1, minutes: 1, h: 60, hr: 60, hour: 60, hours: 60 },
  years: { y: 1, yr: 1, yrs: 1, year: 1, years: 1 },
  mmHg: { mmhg: 1 },
  '/min': { bpm: 1, '/min': 1 },
};

/** The typed number, the text itself while it is not a number, undefined when empty. */
export function readNumber(text: string): number | string | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  const digits = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value;
  return NUMBER.test(digits) ? Number(digits) : text;
}

/** 5'10" in inches, "82 kg" in pounds: converts a measure to the field's unit, else null. */
export function readMeasure(text: string, unit: string | undefined): number | null {
  const value = text.trim();
  if (unit === 'in') {
    const feet = FEET.exec(value);
    if (feet) return Number(feet[1]) * 12 + Number(feet[2] ?? 0);
  }
  const measure = MEASURE.exec(value);
  const factor = measure && FACTORS[unit ?? '']?.[(measure[2] ?? '').toLowerCase()];
  return measure && factor ? Math.round(Number(measure[1]) * factor * 10) / 10 : null;
}

export const showNumber = (value: number | string | undefined): string =>
  value === undefined ? '' : String(value);
