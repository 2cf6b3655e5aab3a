/** Pieces of one strength that make a dose, fewest first: 316 mg = 2 x 158 mg. Null if none fits. */
export function pieces(
  strengths: readonly number[],
  dose: number,
): { strength: number; count: number } | null {
  const options = strengths
    .map((strength) => ({ strength, count: dose / strength }))
    .filter(({ count }) => count > 0 && Math.abs(count - Math.round(count)) < 1e-6)
    .map(({ strength, count }) => ({ strength, count: Math.round(count) }));
  return options.toSorted((a, b) => a.count - b.count)[0] ?? null;
}
