import { IsString, Matches, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { hasVisibleText, READS_AS_WRITTEN } from '#common/visible-text.js';

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
    Matches(READS_AS_WRITTEN, { message: 'Enter a name on one line, without invisible characters.' })(
      target,
      name,
    );
    MaxLength(most, { message: `Use at most ${most} characters.` })(target, name);
    MinLength(1, { message: 'Enter a name.' })(target, name);
    IsString({ message: 'Enter a name.' })(target, name);
  };
