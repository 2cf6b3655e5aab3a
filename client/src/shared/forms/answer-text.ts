import { parseCalendarDate, type FieldDefinition, type IntakeValue } from '#common/intake/index.js';
import { FORM_TEXT, unitText } from './text/en.js';
import { optionLabel } from './text/options.js';
import { formatDate } from '../ui/format.js';

/** An intake answer in words: for the review list, for conflicts and for staff. */
export function answerText(field: FieldDefinition, value: IntakeValue): string {
  if (field.type === 'boolean' && typeof value === 'boolean') return value ? FORM_TEXT.yes : FORM_TEXT.no;
  if (field.type === 'choice' && typeof value === 'string') return optionLabel(value);
  // Keep a partly typed date as typed: the browser would guess one.
  if (field.type === 'date' && typeof value === 'string' && parseCalendarDate(value))
    return formatDate(value);
  if (field.type === 'number' && typeof value === 'number') {
    const scale = field.unit?.match(/^\d+-(\d+)$/);
    if (scale) return `${value} of ${scale[1]}`;
    return field.unit ? `${value} ${unitText(field.unit)}` : String(value);
  }
  return String(value);
}
