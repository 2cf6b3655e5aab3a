import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  IsArray,
  IsEmail,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
} from 'class-validator';
import { isCalendarDate } from '#common/clinical/index.js';
import { isPhoneNumber } from '#common/intake/check-answer.js';
import { saysSomething, saysWhy } from '#common/typed-reason.js';
import { MaybeAbsent, Trimmed } from './validation.js';
import { SHARED_TEXT } from '../text/en.js';

/** What an integer column holds. */
export const LARGEST_VERSION = 2_147_483_647;
export const isVersion = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_VERSION;

/** The version of the record that the caller saw. */
export const Version = () =>
  applyDecorators(
    IsInt({ message: () => SHARED_TEXT.wholeVersion }),
    Min(0, { message: () => SHARED_TEXT.wholeVersion }),
    Max(LARGEST_VERSION, { message: () => SHARED_TEXT.wholeVersion }),
  );
export const MaybeVersion = () => applyDecorators(MaybeAbsent(), Version());

/** The versions that were shown, by id. */
export const VersionMap = (what: string) =>
  ValidateBy({
    name: 'versionMap',
    validator: {
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && Object.values(value).every(isVersion),
      defaultMessage: () => SHARED_TEXT.mustMapVersions(what),
    },
  });

export const LONGEST_EMAIL = 254;
const EMAIL = { message: () => SHARED_TEXT.enterValidEmailAddress };

/** An address as mail systems everywhere take it: no quotes, which may hold line breaks, and no letters that only look alike. */
export const EmailAddress = () =>
  applyDecorators(
    Trimmed(),
    MaxLength(LONGEST_EMAIL, EMAIL),
    IsEmail({ allow_utf8_local_part: false, blacklisted_chars: '"' }, EMAIL),
  );

/** A number that can be called; empty where there is none. */
export const PhoneNumber = () =>
  applyDecorators(
    Trimmed(),
    ValidateBy({
      name: 'phoneNumber',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && (value === '' || isPhoneNumber(value)),
        defaultMessage: () => SHARED_TEXT.phoneFault,
      },
    }),
    IsString({ message: () => SHARED_TEXT.phoneFault }),
  );

/** Why it was done, in the words of the person who did it. */
export const MaybeText = (what: 'reason' | 'note', most = 2000) =>
  applyDecorators(
    MaybeAbsent(),
    IsString({ message: () => SHARED_TEXT.enterAsText(what) }),
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) }),
  );

/** Beyond this only the length is wrong. */
const LONGEST = 2000;
const inWords = (accepts: (value: string) => boolean, message = () => SHARED_TEXT.reasonTooShort) =>
  ValidateBy({
    name: 'inWords',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && (value.length > LONGEST || accepts(value)),
      defaultMessage: message,
    },
  });

/** Why a rule is passed over, where one speaks against it; a blank one is none. */
export const MaybeReason = () =>
  applyDecorators(
    MaybeText('reason'),
    inWords((text) => !text.trim() || saysWhy(text)),
  );

/** What was done or decided: a mere "." says nothing to who reads it later. */
export const InWords = (most = 2000) =>
  applyDecorators(
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) }),
    inWords(saysSomething, () => SHARED_TEXT.noteSaysNothing),
  );

/** The same where a note may be left blank. */
export const InWordsOrBlank = (most = 2000) =>
  applyDecorators(
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) }),
    inWords(
      (text) => !text.trim() || saysSomething(text),
      () => SHARED_TEXT.noteSaysNothing,
    ),
  );

/** A reason that must be there. */
export const Reason = (most = 2000) =>
  applyDecorators(
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) }),
    inWords((text) => saysWhy(text)),
  );

/** The rules that an act is done against, each by its key. */
export const MaybeRuleKeys = (most = 100) =>
  applyDecorators(
    MaybeAbsent(),
    IsArray({ message: () => SHARED_TEXT.mustBeListOfRules('overrides') }),
    ArrayMaxSize(most, { message: () => SHARED_TEXT.atMostRules(most) }),
    IsString({ each: true, message: () => SHARED_TEXT.mustBeListOfRules('overrides') }),
    MaxLength(200, { each: true, message: () => SHARED_TEXT.mustBeListOfRules('overrides') }),
  );

/** A day as YYYY-MM-DD. */
export const CalendarDay = (message: () => string) =>
  ValidateBy({
    name: 'calendarDay',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isCalendarDate(value),
      defaultMessage: message,
    },
  });

/** A reference, a name or a place, where there is one. */
export const MaybeShortText = (most = 200) =>
  applyDecorators(
    MaybeAbsent(),
    IsString({ message: () => SHARED_TEXT.enterThisAsText }),
    MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) }),
  );
