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

/** What was done for a patient in danger. */
export class EmergencyAlertCloseDto implements AlertCloseRequest {
  @MaybeContact()
  contact?: ContactDto;

  @MaybeText('note')
  note?: string;
}

export class ChatDto implements ChatRequest {
  @MaxLength(CHAT_MAX_LENGTH, { message: 'Use at most 2,000 characters.' })
  @Matches(/\S/, { message: 'Enter a message.' })
  @IsString({ message: 'Enter a message.' })
  message: string;

  @MaybeAbsent()
  @IsIn(['kb_qna'], { message: 'This capability is not known.' })
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
  MaxLength(most, { message: `Use at most ${most} characters.` })(target, property);
  Matches(/^[^\p{Cc}]+$/u, { message: `Enter ${name} on one line.` })(target, property);
  IsString({ message: `Enter ${name}.` })(target, property);
  Trimmed()(target, property);
};
/** Short texts without duplicates; `each` is the format of one. */
const Texts = (most: number, each: RegExp, message: string) => (target: object, property: string) => {
  Transform(({ value }: { value: unknown }) =>
    Array.isArray(value)
      ? [...new Set(value.map((v: unknown) => (typeof v === 'string' ? v.trim() : v)))]
      : value,
  )(target, property);
  Matches(each, { each: true, message })(target, property);
  ArrayMaxSize(most, { message: `Use at most ${most}.` })(target, property);
  IsArray({ message: 'Send a list.' })(target, property);
};

const Words = (most: number) =>
  Texts(most, /^[^\p{Cc},]{1,40}$/u, 'Each one has 1 to 40 characters and no comma.');
const Questions = () => Texts(30, /^[^\p{Cc}]{1,120}$/u, 'Each one has 1 to 120 characters on one line.');

const Address = () =>
  applyDecorators(
    MaxLength(80, { message: 'Use at most 80 characters.' }),
    Matches(SLUG, { message: 'Use lower case letters, digits and single hyphens.' }),
    IsString({ message: 'Enter an address.' }),
  );
const Body = () =>
  applyDecorators(
    MaxLength(4000, { message: 'Use at most 4,000 characters.' }),
    IsNotEmpty({ message: 'Enter the text.' }),
    IsString({ message: 'Enter the text.' }),
    Trimmed(),
  );

class ArticleOptions {
  @MaybeAbsent()
  @Questions()
  asked_as?: string[];

  @MaybeAbsent()
  @IsIn(ARTICLE_AUDIENCES, { message: 'Choose all, patient or staff.' })
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
