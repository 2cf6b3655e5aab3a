import type { DoseUnit } from '#common/vocabulary/index.js';
import { DOSES_TEXT } from './text/en.js';

/** A site on the body: its stored name, the side of the figure, and its position in percent. */
export interface Site {
  name: string;
  side: 'front' | 'back';
  x: number;
  y: number;
}
/** In the front view the patient's right is on the left of the picture; in the back view it is on the right. */
const pair = (part: string, side: Site['side'], x: number, y: number): Site[] => {
  const [first, second] = side === 'front' ? ['right', 'left'] : ['left', 'right'];
  return [
    { name: `${first} ${part}`, side, x, y },
    { name: `${second} ${part}`, side, x: 100 - x, y },
  ];
};
const THIGHS = pair('thigh', 'front', 36, 67);
const BELLY = pair('abdomen', 'front', 37, 45);
const SHOULDERS = pair('shoulder', 'front', 25, 22);
const UPPER_ARMS = pair('upper arm', 'front', 17, 33);
const GLUTES = pair('buttock', 'back', 36, 51);
const BACK = pair('back', 'back', 38, 33);

/** The sites for a product; empty for products that are not injected or applied to the skin. */
export function sitesOf(formulation: string): readonly Site[] {
  if (formulation.includes('_sc_')) return [...BELLY, ...THIGHS];
  if (formulation.endsWith('_im')) return [...SHOULDERS, ...THIGHS, ...GLUTES];
  if (formulation.includes('gel') && !formulation.includes('nasal'))
    return [...SHOULDERS, ...UPPER_ARMS, ...BELLY];
  if (formulation.includes('patch')) return [...UPPER_ARMS, ...BELLY, ...THIGHS, ...BACK];
  if (formulation.includes('pellet')) return GLUTES;
  return [];
}

/** The units a product is counted in, with the prescribed mg first. */
export function unitsOf(formulation: string): readonly DoseUnit[] {
  if (formulation.includes('nasal')) return ['mg', 'sprays'];
  if (formulation.includes('gel')) return ['mg', 'pumps', 'packets', 'g'];
  if (formulation.includes('patch')) return ['mg', 'patches'];
  if (formulation.includes('oral')) return ['mg', 'capsules'];
  if (formulation.includes('pellet')) return ['mg', 'pellets'];
  if (formulation.endsWith('_im') || formulation.includes('_sc_')) return ['mg', 'mL', 'injections'];
  return Object.keys(DOSES_TEXT.units) as DoseUnit[];
}

const mirrored = (site: string): string =>
  site.startsWith('left ') ? site.replace('left', 'right') : site.replace('right', 'left');

/** The site rested longest; after only one site so far, the one on the other side. */
export function nextSite(last: string | null, rested: string | null, known: readonly Site[]): string | null {
  const wanted = rested && rested !== last ? rested : last && mirrored(last);
  return known.some(({ name }) => name === wanted) ? wanted : null;
}
