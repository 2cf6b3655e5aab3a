/** A message as the patterns read it: lower case, without markup, accents, invisible characters or stretched letters. */
export function normalise(message: string): string {
  return message
    .replace(/(?<=\p{L})<\/?(?:b|i|u|em|strong|span)>(?=\p{L})/giu, '')
    .replace(/<[^<>]{0,200}>/g, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .toLowerCase()
    .replace(/([^\P{L}i])\1{2,}/gu, '$1$1')
    .replace(/[^\p{L}\p{N}%/.:@'-]+/gu, ' ')
    .replace(/\b(what|who|where|when|how|that|it|there)'s\b/g, '$1 is')
    .trim();
}

/** Words of Latin letters and digits, in their order. */
export const wordsOf = (text: string): string[] => normalise(text).match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];
