import type { LabNote } from '#common/api/labs.js';
import type { Draw } from '../../labs/lab-import-draws.js';
import type { ReadResult } from './outcome.js';

/** The results of the file by the moment of their draw. */
export class Draws {
  readonly values = new Map<number, Draw>();
  readonly specimens = new Map<number, string>();
  private readonly said = new Map<number, LabNote[]>();

  /** false: the file gives another value for the same test and draw. */
  take({ value, specimen, notes }: ReadResult): boolean {
    const at = Date.parse(value.collectedAsSent);
    const draw = this.values.get(at);
    const twin = draw?.find(({ analyte }) => analyte === value.analyte);
    if (twin) return twin.value === value.value && twin.comparator === value.comparator;
    if (draw) draw.push(value);
    else this.values.set(at, [value]);
    if (specimen && !this.specimens.has(at)) this.specimens.set(at, specimen);
    const about = [...new Set(notes)].map((text) => ({ analyte: value.analyte, text }));
    this.said.set(at, [...(this.said.get(at) ?? []), ...about]);
    return true;
  }

  /** A comment that stands on every result of a draw is about the draw. */
  get notes(): Map<number, LabNote[]> {
    const found = new Map<number, LabNote[]>();
    for (const [at, notes] of this.said) {
      const results = this.values.get(at)!.length;
      const about = Map.groupBy(notes, ({ text }) => text);
      const isOfAll = (text: string): boolean => results > 1 && about.get(text)!.length === results;
      found.set(
        at,
        notes.map(({ analyte, text }) => ({ analyte: isOfAll(text) ? null : analyte, text })),
      );
    }
    return found;
  }
}
