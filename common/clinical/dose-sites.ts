/** Where a product is injected or applied, and the site that has rested longest. */
const right = (part: string): string[] => [`right ${part}`, `left ${part}`];
const left = (part: string): string[] => [`left ${part}`, `right ${part}`];
// As they stand on the figures: from the front the patient's right is on the left of the picture.
const THIGHS = right('thigh');
const BELLY = right('abdomen');
const SHOULDERS = right('shoulder');
const UPPER_ARMS = right('upper arm');
const GLUTES = left('buttock');
const BACK = left('back');

/** The sites for a product; empty for products that are neither injected nor applied to the skin. */
export function doseSites(formulation: string): readonly string[] {
  if (formulation.includes('_sc_')) return [...BELLY, ...THIGHS];
  if (formulation.endsWith('_im')) return [...SHOULDERS, ...THIGHS, ...GLUTES];
  if (formulation.includes('gel') && !formulation.includes('nasal'))
    return [...SHOULDERS, ...UPPER_ARMS, ...BELLY];
  if (formulation.includes('patch')) return [...UPPER_ARMS, ...BELLY, ...THIGHS, ...BACK];
  if (formulation.includes('pellet')) return GLUTES;
  return [];
}

const mirrored = (site: string): string =>
  site.startsWith('left ') ? site.replace('left', 'right') : site.replace('right', 'left');

/**
 * Of the sites used before, the one that has rested longest; after only one so far, the one on the other side.
 * @param used newest first; null where none was told
 * @param formulation null while none counts: any site may come
 */
export function restedSite(used: readonly (string | null)[], formulation: string | null): string | null {
  const fits = (site: string): boolean => formulation === null || doseSites(formulation).includes(site);
  const known = [...new Set(used)].flatMap((site) => (site !== null && fits(site) ? [site] : []));
  const [last, ...before] = known;
  const rested = before.at(-1) ?? (last ? mirrored(last) : null);
  return rested !== null && rested !== last && fits(rested) ? rested : null;
}
