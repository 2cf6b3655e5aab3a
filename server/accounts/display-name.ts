import { IsString, Matches, MaxLength } from 'class-validator';

/** A name as it is shown: one line, not blank. */
export const DisplayName = () => (target: object, name: string) => {
  Matches(/^(?=.*\S)[^\p{Cc}]*$/u, { message: 'Enter a name on one line.' })(target, name);
  MaxLength(120, { message: 'Use at most 120 characters.' })(target, name);
  IsString({ message: 'Enter a name.' })(target, name);
};
