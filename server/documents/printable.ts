import { EDUCATION_HEADINGS } from '#common/vocabulary/education.js';
import { placeName } from '#common/vocabulary/states.js';
import { SECTIONS, isBlank, parseCalendarDate, type IntakeValue } from '#common/intake/index.js';
import type { FieldDefinition } from '#common/intake/index.js';
import type { StoredDocument } from './documents.repository.js';
import { TEXT } from './text/en.js';

/** A document as paragraphs, independent of the output format. */
export interface PrintedEntry {
  /** The question; null for a statement without one. */
  label: string | null;
  text: string;
}
export interface PrintedPart {
  title: string;
  entries: PrintedEntry[];
}

const sentence = (value: string): string => {
  const words = value.replaceAll('_', ' ');
  return words[0] ? words[0].toUpperCase() + words.slice(1) : words;
};

/** A calendar date in words; anything else unchanged. */
export function dateText(value: string): string {
  const date = parseCalendarDate(value);
  if (!date) return value;
  const at = new Date(Date.UTC(date.year, date.month - 1, date.day));
  return at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function answerText(field: FieldDefinition, value: IntakeValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.type === 'choice') return placeName(String(value)) ?? sentence(String(value));
  if (field.type === 'date') return dateText(String(value));
  if (field.type !== 'number') return String(value);
  const scale = field.unit?.match(/^\d+-(\d+)$/);
  return scale ? `${value} of ${scale[1]}` : `${value} ${field.unit ?? ''}`.trim();
}

const scalar = (value: unknown): value is IntakeValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Every answer under its question, section by section; questions no longer in the form come last. */
function intakeParts(data: Record<string, unknown>): PrintedPart[] {
  const left = new Map(Object.entries(data).filter(([, value]) => scalar(value) && !isBlank(value)));
  const take = (field: FieldDefinition): PrintedEntry[] => {
    const value = left.get(field.name) as IntakeValue | undefined;
    left.delete(field.name);
    if (value === undefined) return [];
    const entry = { label: field.label, text: answerText(field, value) };
    const statement = field.type === 'boolean' ? field.statement : undefined;
    return [
      statement ? { ...entry, text: `${statement}\n${value === true ? 'Agreed.' : TEXT.notAgreed}` } : entry,
    ];
  };
  const parts = SECTIONS.map((section) => ({
    title: `${section.number}. ${section.title}`,
    entries: section.groups.flatMap((group) => (group.fields as readonly FieldDefinition[]).flatMap(take)),
  }));
  const further = [...left].map(([name, value]) => ({ label: sentence(name), text: String(value) }));
  return [...parts, { title: 'Further answers', entries: further }].filter((p) => p.entries.length);
}

function educationParts(data: Record<string, unknown>): PrintedPart[] {
  return Object.entries(EDUCATION_HEADINGS).flatMap(([key, title]): PrintedPart[] => {
    const points = Array.isArray(data[key]) ? (data[key] as unknown[]).map(String) : [];
    return points.length ? [{ title, entries: points.map((text) => ({ label: null, text })) }] : [];
  });
}

export const printedParts = ({ slug, data }: Pick<StoredDocument, 'slug' | 'data'>): PrintedPart[] =>
  slug === 'education' ? educationParts(data) : intakeParts(data);
