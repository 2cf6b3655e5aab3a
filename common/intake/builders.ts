import type {
  ChoiceField,
  DateField,
  LongTextField,
  NumberField,
  ShowIf,
  TextField,
  YesNoField,
} from './types.js';

type Extra<F> = Omit<F, 'type' | 'name' | 'label'>;

export const text = <N extends string>(name: N, label: string, extra?: Extra<TextField>): TextField<N> => ({
  type: 'text',
  name,
  label,
  ...extra,
});

export const longText = <N extends string>(
  name: N,
  label: string,
  extra?: Extra<LongTextField>,
): LongTextField<N> => ({ type: 'longtext', name, label, ...extra });

export const number = <N extends string>(
  name: N,
  label: string,
  extra: Extra<NumberField>,
): NumberField<N> => ({ type: 'number', name, label, ...extra });

export const yesNo = <N extends string>(
  name: N,
  label: string,
  extra?: Extra<YesNoField>,
): YesNoField<N> => ({
  type: 'boolean',
  name,
  label,
  ...extra,
});

export const consent = <N extends string>(name: N, label: string, statement: string): YesNoField<N> => ({
  type: 'boolean',
  name,
  label,
  statement,
  required: true,
  mustBeTrue: true,
});

export const choice = <N extends string>(
  name: N,
  label: string,
  options: readonly string[],
  extra?: Omit<Extra<ChoiceField>, 'options'>,
): ChoiceField<N> => ({ type: 'choice', name, label, options, ...extra });

export const date = <N extends string>(name: N, label: string, extra?: Extra<DateField>): DateField<N> => ({
  type: 'date',
  name,
  label,
  ...extra,
});

export const when = (field: string, equals: string | boolean): ShowIf => ({ field, equals });
export const whenIn = (field: string, ...values: string[]): ShowIf => ({ field, in: values });
