/** A DEA number: two characters and seven digits, of which the last is checked by the six before it. */
export function isDeaNumber(text: string): boolean {
  if (!/^[A-Z][A-Z9]\d{7}$/i.test(text)) return false;
  const [d1, d2, d3, d4, d5, d6, check] = Array.from(text.slice(2), Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return (d1 + d3 + d5 + 2 * (d2 + d4 + d6)) % 10 === check;
}
