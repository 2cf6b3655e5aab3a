/** The columns of an appointment that are encrypted. */
export type SealedColumn = 'reason' | 'note' | 'cancel_reason';

/** Where a sealed text belongs: it opens nowhere else. */
export const appointmentPlace = (column: SealedColumn, id: string): string => `appointments.${column}:${id}`;
