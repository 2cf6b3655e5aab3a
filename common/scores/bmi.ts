/**
 * Body mass index in kg/m2 to one decimal: weight (lb) / height (in) squared x 703.
 * Bounds: any positive finite numbers; null when either is missing or not positive. Source: product specification.
 */
export function bmi(heightIn: number | null | undefined, weightLb: number | null | undefined): number | null {
  if (!isPositive(heightIn) || !isPositive(weightLb)) return null;
  return Math.round((weightLb / (heightIn * heightIn)) * 703 * 10) / 10;
}

const isPositive = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;
