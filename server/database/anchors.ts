/** Where a page of a long list began: its position, its first row's sort value, and that row's id. */
export interface Anchor {
  offset: number;
  sorted: string;
  id: string;
}

/** How long it is valid: a list changes anyway between two pages that a user turns. */
const KEPT_FOR_MS = 15_000;
const MOST_LISTS = 200;
const MOST_A_LIST = 50;

/**
 * Page 2,000 of a list is 50,000 rows from its start, and skipping them is the whole cost of such a page. Starting from a
 * page read a moment ago, at the same position or before it, only the rows in between have to be skipped.
 */
export class Anchors {
  private readonly lists = new Map<string, { until: number; anchors: Anchor[] }>();

  /** The nearest one at or before that position. */
  before(list: string, offset: number): Anchor | null {
    const known = this.lists.get(list);
    if (!known || known.until < Date.now()) return null;
    const fitting = known.anchors.filter((a) => a.offset <= offset);
    return fitting.toSorted((a, b) => b.offset - a.offset)[0] ?? null;
  }

  /** A list's anchors are from one moment: all expire together, however often they are used. */
  keep(list: string, anchor: Anchor): void {
    const known = this.lists.get(list);
    if (known && known.until >= Date.now()) {
      if (known.anchors.length < MOST_A_LIST && known.anchors.every((a) => a.offset !== anchor.offset))
        known.anchors.push(anchor);
      return;
    }
    if (this.lists.size >= MOST_LISTS) this.lists.clear();
    this.lists.set(list, { until: Date.now() + KEPT_FOR_MS, anchors: [anchor] });
  }
}
