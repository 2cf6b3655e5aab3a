/** Where a page of a long list began: its place, its first row's value in the order of the list, and that row's id. */
export interface Anchor {
  offset: number;
  sorted: string;
  id: string;
}

/** A list moves on meanwhile, as it does between two pages that somebody turns. */
const KEPT_FOR_MS = 15_000;
const MOST_LISTS = 200;
const MOST_A_LIST = 50;

/**
 * Page 2,000 of a list is 50,000 rows behind its start, and skipping them is all that such a page costs. From a page
 * that was read a moment ago, at the same place or before it, only the rows between have to be skipped.
 */
export class Anchors {
  private readonly lists = new Map<string, { until: number; anchors: Anchor[] }>();

  /** The nearest one at or before that place. */
  before(list: string, offset: number): Anchor | null {
    const known = this.lists.get(list);
    if (!known || known.until < Date.now()) return null;
    const fitting = known.anchors.filter((a) => a.offset <= offset);
    return fitting.toSorted((a, b) => b.offset - a.offset)[0] ?? null;
  }

  /** A list's places are of one moment: all are forgotten together, however often they are used. */
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
