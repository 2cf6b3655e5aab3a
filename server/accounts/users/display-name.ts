import { IsString, Matches, MaxLength, MinLength, ValidateBy } from 'class-validator';
import { hasVisibleText, NAMES_NO_ADDRESS, READS_AS_WRITTEN } from '#common/visible-text.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const MOST = 120;

/** The name of a person or a thing, as others will read it. */
export const DisplayName =
  (most = MOST) =>
  (target: object, name: string) => {
    ValidateBy({
      name: 'visibleName',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && hasVisibleText(value),
        defaultMessage: () => TEXT.enterName,
      },
    })(target, name);
    Matches(READS_AS_WRITTEN, { message: () => TEXT.enterNameOnOneLine })(target, name);
    Matches(NAMES_NO_ADDRESS, { message: () => TEXT.enterNameWithoutAddress })(target, name);
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) })(target, name);
    MinLength(1, { message: () => TEXT.enterName })(target, name);
    IsString({ message: () => TEXT.enterName })(target, name);
  };
