import { IsBoolean, IsIn, IsObject, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { LAB_CONNECTION_LIMITS, NOT_USED } from '#common/api/lab-messages.js';
import { ANALYTES } from '#common/clinical/index.js';
import { CalendarDay, PhoneNumber, Reason, Version } from '../platform/http/fields.js';
import { DisplayName } from '../accounts/users/display-name.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const { nameLength, codeLength, accountLength, placeLength } = LAB_CONNECTION_LIMITS;
const atMost = (most: number) => ({ message: () => TEXT.enterAtMostCharacters(most) });
const SENT_NAME = { message: () => TEXT.enterAtMostCharactersAsLaboratorySends(nameLength) };
const CODES = { message: () => TEXT.sayWhatEachCodeMeans };
const CODE = { message: () => TEXT.enterCodeOfAtMostCharacters(codeLength) };
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
  @MaxLength(64, { message: () => TEXT.chooseTimeZone })
  @IsString({ message: () => TEXT.chooseTimeZone })
  timezone?: string;

  @MaybeAbsent()
  @IsObject(CODES)
  codes?: Record<string, string>;

  @MaybeAbsent()
  @Trimmed()
  @Matches(/^\P{Cc}*$/u, { message: () => TEXT.enterAccountNumberOnOneLine })
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
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  sends_orders?: boolean;
}

export class LabConnectionCreateDto extends LabConnectionParts {
  @Trimmed()
  @DisplayName(nameLength)
  name: string;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string;
}

export class LabConnectionChangeDto extends LabConnectionParts {
  @MaybeAbsent()
  @Trimmed()
  @DisplayName(nameLength)
  name?: string;

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  active?: boolean;

  @Version()
  version: number;
}

export class LabMessageMatchDto {
  @IsUUID(undefined, { message: () => SHARED_TEXT.choosePatient })
  patient_id: string;

  @Matches(/^\d{8}$/, { message: () => TEXT.confirmMrnOfPatient })
  mrn: string;

  @CalendarDay(() => TEXT.confirmDateOfBirthOfPatient)
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

  @IsIn(MEANINGS, { message: () => TEXT.chooseTestOfProgram })
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
