/** What stands on file with what is added to it; the same said twice stands once. */
export const addedTo = (before: string | null, more: string | null, separator: string): string | null =>
  !before || !more || before.split(separator).includes(more)
    ? (before ?? more)
    : `${before}${separator}${more}`;
