import { IsBoolean, IsIn, IsObject, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { LAB_CONNECTION_LIMITS, NOT_USED } from '#common/api/lab-messages.js';
import { ANALYTES } from '#common/clinical/index.js';
import { CalendarDay, PhoneNumber, Reason, Version } from '../platform/http/fields.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';

const { nameLength, codeLength, accountLength, placeLength } = LAB_CONNECTION_LIMITS;
const atMost = (most: number) => ({ message: `Enter at most ${most} characters.` });
const SENT_NAME = { message: `Enter at most ${nameLength} characters, as the laboratory sends them.` };
const CODES = { message: 'Say what each code means.' };
const CODE = { message: `Enter a code of at most ${codeLength} characters.` };
const MEANINGS = [...ANALYTES.map(({ key }) => key), NOT_USED];

class LabConnectionParts {
  static readonly asSent = ['codes'];

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(nameLength, SENT_NAME)
  @IsString(SENT_NAME)
  sending_application?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(nameLength, SENT_NAME)
  @IsString(SENT_NAME)
  sending_facility?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(nameLength, SENT_NAME)
  @IsString(SENT_NAME)
  receiving_facility?: string;

  @MaybeAbsent()
  @MaxLength(64, { message: 'Choose a time zone, such as America/New_York.' })
  @IsString({ message: 'Choose a time zone, such as America/New_York.' })
  timezone?: string;

  @MaybeAbsent()
  @IsObject(CODES)
  codes?: Record<string, string>;

  @MaybeAbsent()
  @Trimmed()
  @Matches(/^\P{Cc}*$/u, { message: 'Enter the account number on one line.' })
  @MaxLength(accountLength, atMost(accountLength))
  @IsString(atMost(accountLength))
  account_number?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(placeLength, atMost(placeLength))
  @IsString(atMost(placeLength))
  address?: string;

  @MaybeAbsent()
  @PhoneNumber()
  phone?: string;

  @MaybeAbsent()
  @Trimmed()
  @MaxLength(placeLength, atMost(placeLength))
  @IsString(atMost(placeLength))
  hours?: string;

  @MaybeAbsent()
  @IsBoolean({ message: 'Choose yes or no.' })
  sends_orders?: boolean;
}

export class LabConnectionCreateDto extends LabConnectionParts {
  @Trimmed()
  @DisplayName(nameLength)
  name: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose an organization.' })
  org_id?: string;
}

export class LabConnectionChangeDto extends LabConnectionParts {
  @MaybeAbsent()
  @Trimmed()
  @DisplayName(nameLength)
  name?: string;

  @MaybeAbsent()
  @IsBoolean({ message: 'Choose yes or no.' })
  active?: boolean;

  @Version()
  version: number;
}

export class LabMessageMatchDto {
  @IsUUID(undefined, { message: 'Choose a patient.' })
  patient_id: string;

  @Matches(/^\d{8}$/, { message: 'Confirm the MRN of the patient.' })
  mrn: string;

  @CalendarDay('Confirm the date of birth of the patient.')
  dob: string;

  @MaybeAbsent()
  @Reason()
  reason?: string;

  @Version()
  version: number;
}

export class LabMessageMapDto {
  @Trimmed()
  @MaxLength(codeLength, CODE)
  @MinLength(1, CODE)
  @IsString(CODE)
  code: string;

  @IsIn(MEANINGS, { message: 'Choose a test of this program, or "not used".' })
  meaning: string;

  @Version()
  version: number;
}

export class LabMessageDiscardDto {
  @Reason()
  reason: string;

  @Version()
  version: number;
}

export class LabMessageRetryDto {
  @Version()
  version: number;
}
