import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS, type WebhookEvent } from '#common/api/webhooks.js';
import { MaybeAbsent, Trimmed } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

const EVENTS = { message: () => TEXT.chooseAtLeastOneEvent };
const URL_TEXT = { message: () => SHARED_TEXT.enterUrlBeginsWithHttps };

export class WebhookCreateDto {
  @Trimmed()
  @MaxLength(WEBHOOK_LIMITS.urlLength, URL_TEXT)
  @IsString(URL_TEXT)
  url: string;

  @IsIn(WEBHOOK_EVENTS, { each: true, ...EVENTS })
  @ArrayUnique(EVENTS)
  @ArrayNotEmpty(EVENTS)
  @IsArray(EVENTS)
  events: WebhookEvent[];

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => SHARED_TEXT.chooseOrganization })
  org_id?: string;
}

export class WebhookChangeDto {
  @MaybeAbsent()
  @Trimmed()
  @MaxLength(WEBHOOK_LIMITS.urlLength, URL_TEXT)
  @IsString(URL_TEXT)
  url?: string;

  @MaybeAbsent()
  @IsIn(WEBHOOK_EVENTS, { each: true, ...EVENTS })
  @ArrayUnique(EVENTS)
  @ArrayNotEmpty(EVENTS)
  @IsArray(EVENTS)
  events?: WebhookEvent[];

  @MaybeAbsent()
  @IsBoolean({ message: () => SHARED_TEXT.chooseYesOrNo })
  active?: boolean;
}
