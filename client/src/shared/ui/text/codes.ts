/** "fertility_desired" reads "Fertility desired". */
export const humanize = (code: string | null | undefined): string => {
  const words = (code ?? '').replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
