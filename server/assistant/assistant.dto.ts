import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
} from 'class-validator';
import { ARTICLE_AUDIENCES, type ArticleAudience, type ArticleRequest } from '#common/api/admin.js';
import { CHAT_MAX_LENGTH, type ArticleReviewRequest, type ChatRequest } from '#common/api/assistant.js';
import type { AlertCloseRequest } from '#common/api/cases.js';
import { MaybeText, MaybeVersion, Version } from '../platform/http/fields.js';
import { MaybeAbsent, MaybeNull, Trimmed } from '../platform/http/validation.js';
import { ContactDto, MaybeContact } from '../rules/emergency-contact.js';
import { SLUG } from './articles.repository.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

/** What was done for a patient in danger. */
export class EmergencyAlertCloseDto implements AlertCloseRequest {
  @MaybeContact()
  contact?: ContactDto;

  @MaybeText('note')
  note?: string;
}

export class ChatDto implements ChatRequest {
  @MaxLength(CHAT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(2_000) })
  @Matches(/\S/, { message: () => SHARED_TEXT.enterMessage })
  @IsString({ message: () => SHARED_TEXT.enterMessage })
  message: string;

  @MaybeAbsent()
  @IsIn(['kb_qna'], { message: () => TEXT.capabilityNotKnown })
  capability?: 'kb_qna';

  @MaybeNull()
  @IsUUID(undefined, { message: 'conversation_id must be the id of a conversation.' })
  conversation_id?: string | null;
}

export class ArticleReviewDto implements ArticleReviewRequest {
  @Version()
  version: number;
}

const Line = (name: string, most: number) => (target: object, property: string) => {
  MaxLength(most, { message: () => SHARED_TEXT.atMostCharacters(most) })(target, property);
  Matches(/^[^\p{Cc}]+$/u, { message: () => TEXT.enterOnOneLine(name) })(target, property);
  IsString({ message: () => TEXT.enter(name) })(target, property);
  Trimmed()(target, property);
};
/** Short texts without duplicates; `each` is the format of one. */
const Texts = (most: number, each: RegExp, message: () => string) => (target: object, property: string) => {
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value)
      ? [...new Set(value.map((v: unknown) => (typeof v === 'string' ? v.trim() : v)))]
      : value,
  )(target, property);
  Matches(each, { each: true, message })(target, property);
  ArrayMaxSize(most, { message: () => TEXT.atMost(most) })(target, property);
  IsArray({ message: () => TEXT.sendList })(target, property);
};

const Words = (most: number) => Texts(most, /^[^\p{Cc},]{1,40}$/u, () => TEXT.eachOne1To40Characters);
const Questions = () => Texts(30, /^[^\p{Cc}]{1,120}$/u, () => TEXT.eachOne1To120Characters);

const Address = () =>
  applyDecorators(
    MaxLength(80, { message: () => SHARED_TEXT.atMostCharacters(80) }),
    Matches(SLUG, { message: () => TEXT.lowerCaseLetters }),
    IsString({ message: () => TEXT.enterAddress }),
  );
const Body = () =>
  applyDecorators(
    MaxLength(4000, { message: () => SHARED_TEXT.atMostCharacters(4_000) }),
    IsNotEmpty({ message: () => TEXT.enterText }),
    IsString({ message: () => TEXT.enterText }),
    Trimmed(),
  );

class ArticleOptions {
  @MaybeAbsent()
  @Questions()
  asked_as?: string[];

  @MaybeAbsent()
  @IsIn(ARTICLE_AUDIENCES, { message: () => TEXT.chooseAll })
  audience?: ArticleAudience;
}

export class ArticleDto extends ArticleOptions implements ArticleRequest {
  @Address()
  slug: string;

  @Line('a title', 120)
  title: string;

  @Body()
  body: string;

  @Words(20)
  tags: string[];

  @Words(20)
  sources: string[];
}

export class ArticlePatchDto extends ArticleOptions implements Partial<ArticleRequest> {
  @MaybeAbsent()
  @Address()
  slug?: string;

  @MaybeAbsent()
  @Line('a title', 120)
  title?: string;

  @MaybeAbsent()
  @Body()
  body?: string;

  @MaybeAbsent()
  @Words(20)
  tags?: string[];

  @MaybeAbsent()
  @Words(20)
  sources?: string[];

  @MaybeVersion()
  version?: number;
}
