import { humanize } from '#client/shared/ui/index.js';

export const LIST_TOOLS_TEXT = {
  saved: 'Saved filters',
  columns: 'Columns',
  noneSaved: 'Nothing saved yet',
  keep: 'Save these filters in this browser',
  remove: 'Remove these filters from the list',
  withheld: (rows: number) => `Rows not shown: ${rows}. Open the patient’s record with a reason first.`,
  cut: (rows: number, total: number) =>
    `The file has the first ${rows} of ${total} rows. Filter the list to export the rest.`,
};

/** The name of saved filters: what they filter, and the order. */
export function filtersText(
  filters: Record<string, string>,
  { field, order }: { field: string; order: string },
): string {
  const parts = Object.entries(filters).map(([name, value]) =>
    value === '1' ? humanize(name) : `${humanize(name)}: ${humanize(value).toLowerCase()}`,
  );
  const by = humanize(field.replace(/_at$/, '')).toLowerCase();
  return [...parts, `by ${by}${order === 'DESC' ? ', descending' : ''}`].join(', ');
}

export const LOAD_PROBLEM_TEXT = {
  databaseCannotReachedRightNow: 'The database cannot be reached right now.',
  whatSeeReadAgo: (toISOString: string) => `What you see was read ${toISOString} ago and is still here.`,
  tryAgain: 'Try again',
};

export const SOURCE_BANNER_TEXT = {
  databaseCannotReached: (asOf: string) =>
    `The database cannot be reached. This is what was last read, ${asOf} ago. Nothing can be approved or changed until it is back.`,
  showing: (kind: string) => `Showing ${kind}`,
};

export const WORKLIST_TEXT = {
  pages: 'Pages',
  of: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  previous: 'Previous',
  next: 'Next',
};
