import { placeName } from '#common/vocabulary/states.js';

/** "no_preference" reads "No preference". */
export const optionLabel = (value: string): string => {
  const place = placeName(value);
  if (place) return place;
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
