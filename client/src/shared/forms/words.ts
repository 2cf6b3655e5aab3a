import { placeName } from '#common/vocabulary/states.js';

/** "no_preference" reads "No preference". */
export function optionLabel(value: string): string {
  const place = placeName(value);
  if (place) return place;
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The id of the element that gets the focus when an error link is followed. */
export const fieldId = (name: string): string => `q-${name}`;
