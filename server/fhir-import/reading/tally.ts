import type {
  FhirImportCount,
  FhirImportResponse,
  FhirNotUnderstood,
  LeftOutWhy,
  NotUnderstoodWhy,
} from '#common/api/fhir-import.js';
import type { Entry } from './bundle.js';

const LONGEST = 200;
/** More would help no one. */
const MOST_NAMED = 500;

/** Counts what became of each resource. */
export class Tally {
  private readonly taken = new Map<string, number>();
  private readonly left = new Map<string, FhirImportCount & { why: LeftOutWhy }>();
  private readonly faults: FhirNotUnderstood[] = [];

  understood(type: string): void {
    this.taken.set(type, (this.taken.get(type) ?? 0) + 1);
  }

  leftOut(type: string, why: LeftOutWhy): void {
    const key = `${type} ${why}`;
    this.left.set(key, { type, why, count: (this.left.get(key)?.count ?? 0) + 1 });
  }

  notUnderstood({ name }: Pick<Entry, 'name'>, path: string, said: string, why: NotUnderstoodWhy): void {
    this.faults.push({ resource: name.slice(0, LONGEST), path, said: said.slice(0, LONGEST), why });
  }

  get report(): Pick<
    FhirImportResponse,
    'understood' | 'left_out' | 'not_understood' | 'not_understood_total'
  > {
    const byType = (a: FhirImportCount, b: FhirImportCount): number => a.type.localeCompare(b.type);
    return {
      understood: [...this.taken].map(([type, count]) => ({ type, count })).sort(byType),
      left_out: [...this.left.values()].sort(byType),
      not_understood: this.faults.slice(0, MOST_NAMED),
      not_understood_total: this.faults.length,
    };
  }
}
