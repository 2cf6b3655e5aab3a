/** The sum of `count` whole numbers from `low` to `high`; null when one is missing, blank or out of range. */
export function sumOf(
  items: readonly unknown[],
  { count, low, high }: { count: number; low: number; high: number },
): number | null {
  if (!Array.isArray(items) || items.length !== count) return null;
  let sum = 0;
  for (const item of items) {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < low || item > high) return null;
    sum += item;
  }
  return sum;
}
