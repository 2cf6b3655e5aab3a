import type { LabNote } from '#common/api/labs.js';
import type { Draw } from '../../labs/lab-import-draws.js';
import type { Entry } from './bundle.js';
import type { ReadResult } from './outcome.js';

/** A result of the file, and where it stands. */
export interface Said {
  entry: Entry;
  result: ReadResult;
}

/** What became of the results of the file. */
export interface Settled {
  taken: Said[];
  /** Something newer in the file corrects them. */
  corrected: Said[];
  /** They contradict each other, and nothing says which counts. */
  unclear: Said[];
}

const isSame = ({ result: { value: a } }: Said, { result: { value: b } }: Said): boolean =>
  a.value === b.value && a.comparator === b.comparator;

/** The newest by one date that all of them have; several at the same moment must agree. */
function newest(among: readonly Said[]): Said | null {
  for (const key of ['issued', 'updated'] as const) {
    const dates = among.map(({ result }) => Date.parse(result[key]));
    if (dates.some(Number.isNaN)) continue;
    const last = Math.max(...dates);
    const latest = among.filter((_, n) => dates[n] === last);
    return latest.every((one) => isSame(one, latest[0]!)) ? latest[0]! : null;
  }
  return null;
}

/** Corrections count before what they correct; results that are said without one must agree. */
function winner(all: readonly Said[]): Said | null {
  const corrections = all.filter(({ result }) => result.corrects);
  const among = corrections.length ? corrections : all;
  if (among.every((one) => isSame(one, among[0]!))) return among[0]!;
  return corrections.length ? newest(corrections) : null;
}

/** The results of the file by the moment of their draw. */
export class Draws {
  readonly values = new Map<number, Draw>();
  readonly specimens = new Map<number, string>();
  private readonly notesSaid = new Map<number, LabNote[]>();
  private readonly said = new Map<string, Said[]>();
  private readonly doubted = new Set<string>();

  add(one: Said): void {
    const { analyte, collectedAsSent } = one.result.value;
    const key = keyOf(analyte, collectedAsSent);
    const before = this.said.get(key);
    if (before) before.push(one);
    else this.said.set(key, [one]);
  }

  /** A correction that was not understood: what it corrects is not taken either. */
  doubt(analyte: string, collectedAt: string): void {
    this.doubted.add(keyOf(analyte, collectedAt));
  }

  /** Once everything was added. */
  settle(): Settled {
    const settled: Settled = { taken: [], corrected: [], unclear: [] };
    for (const [key, all] of this.said) {
      const wins = this.doubted.has(key) ? null : winner(all);
      if (!wins) {
        settled.unclear.push(...all);
        continue;
      }
      const same = all.filter((one) => isSame(one, wins));
      this.take(wins, same);
      settled.taken.push(...same);
      settled.corrected.push(...all.filter((one) => !isSame(one, wins)));
    }
    return settled;
  }

  private take({ result: { value, specimen, notes } }: Said, same: readonly Said[]): void {
    const at = Date.parse(value.collectedAsSent);
    const marked = same.some(({ result }) => result.value.marked);
    const kept = { ...value, ...(marked && { marked: true as const }) };
    const draw = this.values.get(at);
    if (draw) draw.push(kept);
    else this.values.set(at, [kept]);
    if (specimen && !this.specimens.has(at)) this.specimens.set(at, specimen);
    const about = [...new Set(notes)].map((text) => ({ analyte: value.analyte, text }));
    this.notesSaid.set(at, [...(this.notesSaid.get(at) ?? []), ...about]);
  }

  /** A comment that stands on every result of a draw is about the draw. */
  get notes(): Map<number, LabNote[]> {
    const found = new Map<number, LabNote[]>();
    for (const [at, notes] of this.notesSaid) {
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

const keyOf = (analyte: string, collectedAt: string): string => `${Date.parse(collectedAt)} ${analyte}`;
