/** The words of records that colleagues opened with a reason. */
export const OPENINGS_TEXT = {
  title: 'Records of your patients: what others did',
  row: (by: string, at: string) => `${by}, ${at}:`,
  seen: 'Seen',
  seenNamed: (patient: string, by: string) => `Seen: ${by}, record of ${patient}`,
  failed: 'That could not be saved. Try again in a moment.',
};
