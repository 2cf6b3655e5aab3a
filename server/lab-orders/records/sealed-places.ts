/** Where a text of a laboratory order belongs: it opens nowhere else. */
export const labOrderPlace = (column: 'diagnosis' | 'note' | 'cancel_reason', id: string): string =>
  `lab_orders.${column}:${id}`;
