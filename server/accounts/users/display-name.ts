import { IsString, Matches, MaxLength, ValidateBy } from 'class-validator';
import { hasVisibleText } from '#common/visible-text.js';

/** A display name: one line with visible characters. */
export const DisplayName = () => (target: object, name: string) => {
  ValidateBy({
    name: 'visibleName',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && hasVisibleText(value),
      defaultMessage: () => 'Enter a name.',
    },
  })(target, name);
  // No break, and nothing that makes a name read in another order than it is written.
  Matches(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, { message: 'Enter a name on one line.' })(target, name);
  MaxLength(120, { message: 'Use at most 120 characters.' })(target, name);
  IsString({ message: 'Enter a name.' })(target, name);
};
