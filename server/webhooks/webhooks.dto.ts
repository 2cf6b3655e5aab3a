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

const EVENTS = { message: 'Choose at least one event, each once.' };
const URL_TEXT = { message: 'Enter a URL that begins with https://.' };

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
  @IsUUID(undefined, { message: 'Choose an organization.' })
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
  @IsBoolean({ message: 'Choose yes or no.' })
  active?: boolean;
}
