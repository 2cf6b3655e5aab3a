/** Where a text of a refill request belongs: it opens nowhere else. */
export const refillPlace = (column: 'reason' | 'answer', id: string): string =>
  `refill_requests.${column}:${id}`;
