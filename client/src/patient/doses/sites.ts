import { doseSites } from '#common/clinical/dose-sites.js';

/** A site on the body: its stored name, the side of the figure, and its position in percent. */
export interface Site {
  name: string;
  side: 'front' | 'back';
  x: number;
  y: number;
}
/** Of each part of the body, the one that is on the left of its figure. */
const PLACE: Readonly<Record<string, Omit<Site, 'name'>>> = {
  thigh: { side: 'front', x: 36, y: 67 },
  abdomen: { side: 'front', x: 37, y: 45 },
  shoulder: { side: 'front', x: 25, y: 22 },
  'upper arm': { side: 'front', x: 17, y: 33 },
  buttock: { side: 'back', x: 36, y: 51 },
  back: { side: 'back', x: 38, y: 33 },
};

/** The sites for a product on the figures; in the front view the patient's right is on the left of the picture. */
export const sitesOf = (formulation: string): readonly Site[] =>
  doseSites(formulation).flatMap((name) => {
    const [hand, ...part] = name.split(' ');
    const place = PLACE[part.join(' ')];
    if (!place) return [];
    const onLeft = hand === (place.side === 'front' ? 'right' : 'left');
    return [{ ...place, name, x: onLeft ? place.x : 100 - place.x }];
  });
