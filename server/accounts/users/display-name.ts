import { IsString, MaxLength, ValidateBy } from 'class-validator';
import { hasVisibleText, readsAsWritten } from '#common/visible-text.js';

/** One line that reads as it is written, also where something longer than a display name is meant. */
export const ReadsAsWritten = () =>
  ValidateBy({
    name: 'readsAsWritten',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && readsAsWritten(value),
      defaultMessage: () => 'Enter a name on one line, without invisible characters.',
    },
  });

const MOST = 120;

/** The name of a person or a thing, as others will read it. */
export const DisplayName =
  (most = MOST) =>
  (target: object, name: string) => {
    ValidateBy({
      name: 'visibleName',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && hasVisibleText(value),
        defaultMessage: () => 'Enter a name.',
      },
    })(target, name);
    ReadsAsWritten()(target, name);
    MaxLength(most, { message: `Use at most ${most} characters.` })(target, name);
    IsString({ message: 'Enter a name.' })(target, name);
  };
