import { applyDecorators } from '@nestjs/common';
import { IsInt, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { isCalendarDate } from '../../../common/clinical/index.js';
import { MaybeAbsent } from './validation.js';

/** The version of the record that the caller saw. */
const VERSION = { message: 'The version must be a whole number.' };
const LARGEST_INT4 = 2_147_483_647;
export const Version = () => applyDecorators(IsInt(VERSION), Min(0, VERSION), Max(LARGEST_INT4, VERSION));
export const MaybeVersion = () => applyDecorators(MaybeAbsent(), Version());

/** The versions that were shown, by id. */
export const VersionMap = (what: string) =>
  ValidateBy({
    name: 'versionMap',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && Object.values(value).every(Number.isSafeInteger),
      defaultMessage: () => `versions must map ${what} ids to whole numbers.`,
    },
  });

/** Why somebody did it, in his own words. */
export const MaybeText = (what: 'reason' | 'note', most = 2000) =>
  applyDecorators(
    MaybeAbsent(),
    IsString({ message: `Enter the ${what} as text.` }),
    MaxLength(most, { message: `Use at most ${most.toLocaleString('en-US')} characters.` }),
  );

const FEWEST_LETTERS = 3;
const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Why a rule is passed over: a blank one is none, and a mere "." tells nobody anything later. */
export const MaybeReason = () =>
  applyDecorators(
    MaybeText('reason'),
    ValidateBy({
      name: 'inWords',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || !value.trim() || letters(value) >= FEWEST_LETTERS,
        defaultMessage: () => 'Give the reason in words.',
      },
    }),
  );

/** Why a record is changed: required, in words. */
export const Reason = (most = 2000) =>
  applyDecorators(
    IsString({ message: 'Give the reason in words.' }),
    MaxLength(most, { message: `Use at most ${most.toLocaleString('en-US')} characters.` }),
    ValidateBy({
      name: 'inWords',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && letters(value) >= FEWEST_LETTERS,
        defaultMessage: () => 'Give the reason in words.',
      },
    }),
  );

/** A day as YYYY-MM-DD. */
export const CalendarDay = (message: string) =>
  ValidateBy({
    name: 'calendarDay',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isCalendarDate(value),
      defaultMessage: () => message,
    },
  });

/** A reference, a name or a place, where there is one. */
export const MaybeShortText = (most = 200) =>
  applyDecorators(
    MaybeAbsent(),
    IsString({ message: 'Enter this as text.' }),
    MaxLength(most, { message: `Use at most ${most} characters.` }),
  );
