import { IsBoolean, IsISO8601, IsString, IsUUID, MaxLength, ValidateIf } from 'class-validator';
import {
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  type MessageRequest,
  type MessageReviewRequest,
  type NoReplyRequest,
  type StaffMessageRequest,
  type StaffReplyRequest,
} from '#common/api/messages.js';
import { MaybeAbsent } from '../platform/http/validation.js';
import { SHARED_TEXT } from '#server/platform/text/en.js';
import { TEXT } from './text/en.js';

export class MessageAnswerDto {
  @IsString({ message: () => SHARED_TEXT.enterMessage })
  @MaxLength(MESSAGE_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(MESSAGE_MAX_LENGTH) })
  body: string;
}

/** Staff start a conversation. */
export class StaffMessageDto extends MessageAnswerDto implements StaffMessageRequest {
  @IsUUID(undefined, { message: () => SHARED_TEXT.choosePatient })
  patient_id: string;

  @IsString({ message: () => TEXT.enterSubject })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(SUBJECT_MAX_LENGTH) })
  subject: string;
}

const LastMessage = () => IsISO8601({ strict: true }, { message: () => TEXT.sendWhenLastMessageWritten });
const AgainstTreatment = () => IsBoolean({ message: () => TEXT.sayWhetherAgainstTreatment });

/** A reply that says what it makes of the patient's words reviews them as they were shown. */
export class StaffReplyDto extends MessageAnswerDto implements StaffReplyRequest {
  @MaybeAbsent()
  @AgainstTreatment()
  against_treatment?: boolean;

  @ValidateIf((reply: StaffReplyDto) => reply.against_treatment !== undefined)
  @LastMessage()
  last_message_at?: string;
}

export class NoReplyDto implements NoReplyRequest {
  @LastMessage()
  last_message_at: string;

  @MaybeAbsent()
  @AgainstTreatment()
  against_treatment?: boolean;
}

export class MessageReviewDto implements MessageReviewRequest {
  @LastMessage()
  last_message_at: string;

  @AgainstTreatment()
  against_treatment: boolean;

  @MaybeAbsent()
  @IsUUID(undefined, { message: () => TEXT.chooseMessage })
  message_id?: string;
}

export class MessageDto extends MessageAnswerDto implements MessageRequest {
  @MaybeAbsent()
  @IsUUID(undefined, { message: () => TEXT.chooseConversation })
  thread_id?: string;

  @MaybeAbsent()
  @IsString({ message: () => TEXT.enterSubject })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: () => SHARED_TEXT.atMostCharacters(SUBJECT_MAX_LENGTH) })
  subject?: string;
}
