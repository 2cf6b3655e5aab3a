import type { DoseUnit } from '../../../../common/vocabulary/index.js';
import { DOSES_TEXT } from './text/en.js';

/** A place on the body: its name as stored, the side of the figure, and where on it, in percent. */
export interface Site {
  name: string;
  side: 'front' | 'back';
  x: number;
  y: number;
}
/** On the figure of the front, his right is at the left of the picture; of the back, as seen. */
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

/** Where a product goes; empty where it has no place on the skin. */
export function sitesOf(formulation: string): readonly Site[] {
  if (formulation.includes('_sc_')) return [...BELLY, ...THIGHS];
  if (formulation.endsWith('_im')) return [...SHOULDERS, ...THIGHS, ...GLUTES];
  if (formulation.includes('gel') && !formulation.includes('nasal'))
    return [...SHOULDERS, ...UPPER_ARMS, ...BELLY];
  if (formulation.includes('patch')) return [...UPPER_ARMS, ...BELLY, ...THIGHS, ...BACK];
  if (formulation.includes('pellet')) return GLUTES;
  return [];
}

/** What a product is counted in, the prescribed mg first. */
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

/** The spot that rested longest; after only one spot so far, the one across from it. */
export function nextSite(last: string | null, rested: string | null, known: readonly Site[]): string | null {
  const wanted = rested && rested !== last ? rested : last && mirrored(last);
  return known.some(({ name }) => name === wanted) ? wanted : null;
}
