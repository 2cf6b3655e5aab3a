/** One answer as stored and sent. Absent means not answered; a yes/no has three states (clinical C31). */
export type IntakeValue = string | number | boolean;

/** A follow-up question shows only while its parent has one of these answers. */
export type ShowIf =
  | { readonly field: string; readonly equals: IntakeValue }
  | { readonly field: string; readonly in: readonly IntakeValue[] };

interface FieldBase<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Help below the label. */
  readonly hint?: string;
  /** Why a sensitive question is asked. */
  readonly why?: string;
  readonly showIf?: ShowIf;
  /** The version of the form that asked it first, if not the first one: the newest of all is the form's. */
  readonly since?: number;
  /** Required for submission. */
  readonly required?: boolean;
}

export interface TextField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'text';
  readonly format?: 'phone' | 'email';
  readonly autocomplete?: string;
}

export interface LongTextField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'longtext';
  readonly autocomplete?: string;
}

export interface NumberField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'number';
  readonly min: number;
  readonly max: number;
  readonly unit?: string;
  readonly integer?: boolean;
  readonly step?: number;
  /** Calculated from other answers, never typed. */
  readonly computed?: boolean;
  readonly decimals?: number;
  /** A row of radio buttons, one for each whole number, instead of a field. */
  readonly radios?: boolean;
}

export interface YesNoField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'boolean';
  /** A consent: a checkbox that has to be checked. */
  readonly mustBeTrue?: boolean;
  /** The consent statement. */
  readonly statement?: string;
}

export interface ChoiceField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'choice';
  readonly options: readonly string[];
}

export interface DateField<Name extends string = string> extends FieldBase<Name> {
  readonly type: 'date';
  readonly autocomplete?: string;
}

export type Field<Name extends string = string> =
  | TextField<Name>
  | LongTextField<Name>
  | NumberField<Name>
  | YesNoField<Name>
  | ChoiceField<Name>
  | DateField<Name>;

export interface FieldGroup<Name extends string = string> {
  readonly title: string;
  readonly hint?: string;
  readonly why?: string;
  readonly fields: readonly Field<Name>[];
}

export interface SectionDefinition<Name extends string = string> {
  readonly number: number;
  readonly title: string;
  readonly intro?: string;
  /** The section counts as complete once these are answered; none = always complete. */
  readonly neededFields: readonly Name[];
  readonly groups: readonly FieldGroup<Name>[];
}

/** The names of every field of a section, as literal types. */
export type NamesOf<Section> = Section extends {
  readonly groups: readonly (infer Group)[];
}
  ? Group extends { readonly fields: readonly (infer OneField)[] }
    ? OneField extends { readonly name: infer Name extends string }
      ? Name
      : never
    : never
  : never;
