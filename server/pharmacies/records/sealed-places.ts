/** Where a secret or text of a pharmacy belongs: it opens nowhere else. */
export const pharmacySecretPlace = (id: string): string => `pharmacies.secret:${id}`;
export const pharmacyOrderPlace = (column: 'withdraw_reason' | 'message', id: string): string =>
  `pharmacy_orders.${column}:${id}`;
