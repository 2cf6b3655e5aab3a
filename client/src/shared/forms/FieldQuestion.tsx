import { memo, type ReactNode } from 'react';
import type { FieldDefinition, FieldName, IntakeValue } from '#common/intake/index.js';
import { ConsentQuestion } from './ConsentQuestion.js';
import { DateQuestion } from './DateQuestion.js';
import { NumberQuestion } from './NumberQuestion.js';
import type { QuestionProps } from './QuestionFrame.js';
import { RadioQuestion } from './RadioQuestion.js';
import { SelectQuestion } from './SelectQuestion.js';
import { FORM_TEXT } from './text/en.js';
import { TextQuestion } from './TextQuestion.js';
import { fieldId } from './words.js';
import { optionLabel } from './text/options.js';

interface FieldProps {
  field: FieldDefinition;
  value: IntakeValue | undefined;
  error?: string | undefined;
  onChange: (name: FieldName, value: IntakeValue | undefined) => void;
  onLeave: (name: FieldName) => void;
  /** Shown beside the control, where this kind of question has room. */
  action?: ReactNode;
}

const YES_NO = [
  { value: true, label: FORM_TEXT.yes },
  { value: false, label: FORM_TEXT.no },
];

/** With more options than this, use a select. */
const MOST_RADIOS = 10;

const asText = (value: IntakeValue | undefined): string => (value === undefined ? '' : String(value));

/** The question for one field of the definition. */
export const FieldQuestion = memo(function FieldQuestion({
  field,
  value,
  error,
  onChange,
  onLeave,
  action,
}: FieldProps) {
  const shared = {
    id: fieldId(field.name),
    label: field.label,
    required: field.required ?? false,
    onLeave: () => onLeave(field.name),
    ...(field.hint ? { hint: field.hint } : {}),
    ...(error ? { error } : {}),
  } satisfies Partial<QuestionProps<never>>;
  const change = (next: IntakeValue | undefined) => onChange(field.name, next === '' ? undefined : next);
  switch (field.type) {
    case 'text':
      return (
        <TextQuestion
          {...shared}
          value={asText(value)}
          onChange={change}
          kind={field.format === 'phone' ? 'tel' : (field.format ?? 'text')}
          autoComplete={field.autocomplete}
        />
      );
    case 'longtext':
      return (
        <TextQuestion
          {...shared}
          value={asText(value)}
          onChange={change}
          long
          autoComplete={field.autocomplete}
        />
      );
    case 'number':
      if (field.radios) {
        const options = Array.from({ length: field.max - field.min + 1 }, (_, index) => field.min + index);
        return (
          <RadioQuestion
            {...shared}
            value={typeof value === 'number' ? value : undefined}
            onChange={change}
            options={options.map((option) => ({ value: option, label: String(option) }))}
            layout="scale"
          />
        );
      }
      return (
        <NumberQuestion
          {...shared}
          value={typeof value === 'boolean' ? String(value) : value}
          onChange={change}
          unit={field.unit}
          integer={field.integer}
          computed={field.computed}
        />
      );
    case 'boolean':
      return field.mustBeTrue ? (
        <ConsentQuestion {...shared} value={value === true} onChange={change} statement={field.statement} />
      ) : (
        <RadioQuestion
          {...shared}
          value={typeof value === 'boolean' ? value : undefined}
          onChange={change}
          options={YES_NO}
        />
      );
    case 'choice':
      if (field.options.length > MOST_RADIOS)
        return (
          <SelectQuestion
            {...shared}
            value={asText(value)}
            onChange={change}
            options={[
              { value: '', label: FORM_TEXT.choose },
              ...field.options.map((option) => ({ value: option, label: optionLabel(option) })),
            ]}
          />
        );
      return (
        <RadioQuestion
          {...shared}
          value={typeof value === 'string' ? value : undefined}
          onChange={change}
          options={field.options.map((option) => ({ value: option, label: optionLabel(option) }))}
        />
      );
    case 'date':
      return (
        <DateQuestion
          {...shared}
          value={value === undefined ? undefined : String(value)}
          onChange={change}
          autoComplete={field.autocomplete}
          action={action}
        />
      );
  }
});
