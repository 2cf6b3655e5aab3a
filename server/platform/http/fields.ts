import { applyDecorators } from '@nestjs/common';
import { IsInt, IsString, MaxLength } from 'class-validator';
import { MaybeAbsent } from './validation.js';

/** The version of the record that the caller saw. */
export const Version = () => IsInt({ message: 'The version must be a whole number.' });
export const MaybeVersion = () => applyDecorators(MaybeAbsent(), Version());

/** Why somebody did it, in his own words. */
export const MaybeText = (what: 'reason' | 'note', most = 2000) =>
  applyDecorators(
    MaybeAbsent(),
    IsString({ message: `Enter the ${what} as text.` }),
    MaxLength(most, { message: `Use at most ${most.toLocaleString('en-US')} characters.` }),
  );
