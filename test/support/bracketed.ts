/** Words as a language that is easily told from English: each text in brackets, also those that are made of values. */
export function bracketed(said: unknown): unknown {
  if (typeof said === 'string') return said.replace(/^(.+?)(\.?)$/s, '⟦$1⟧$2');
  if (typeof said === 'function')
    return (...given: unknown[]): unknown => bracketed((said as (...all: unknown[]) => unknown)(...given));
  if (Array.isArray(said)) return said.map(bracketed);
  if (typeof said !== 'object' || said === null) return said;
  return Object.fromEntries(Object.entries(said).map(([name, one]) => [name, bracketed(one)]));
}

export const isBracketed = (text: string): boolean => /^⟦.*⟧\.?$/s.test(text);
