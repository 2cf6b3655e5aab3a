import { IsISO8601, IsString, IsUUID, MaxLength } from 'class-validator';
import {
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  type MessageRequest,
  type NoReplyRequest,
  type StaffMessageRequest,
} from '#common/api/messages.js';
import { MaybeAbsent } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

export class MessageAnswerDto {
  @IsString({ message: () => SHARED_TEXT.enterMessage })
  @MaxLength(MESSAGE_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(4_000) })
  body: string;
}

/** Staff start a conversation. */
export class StaffMessageDto extends MessageAnswerDto implements StaffMessageRequest {
  @IsUUID(undefined, { message: () => SHARED_TEXT.choosePatient })
  patient_id: string;

  @IsString({ message: () => TEXT.enterSubject })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(150) })
  subject: string;
}

export class NoReplyDto implements NoReplyRequest {
  @IsISO8601({ strict: true }, { message: () => TEXT.sendWhenLastMessageWritten })
  last_message_at: string;
}

export class MessageDto extends MessageAnswerDto implements MessageRequest {
  @MaybeAbsent()
  @IsUUID(undefined, { message: () => TEXT.chooseConversation })
  thread_id?: string;

  @MaybeAbsent()
  @IsString({ message: () => TEXT.enterSubject })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(150) })
  subject?: string;
}
