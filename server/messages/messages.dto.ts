import { IsISO8601, IsString, IsUUID, MaxLength } from 'class-validator';
import {
  MESSAGE_MAX_LENGTH,
  SUBJECT_MAX_LENGTH,
  type MessageRequest,
  type NoReplyRequest,
  type StaffMessageRequest,
} from '#common/api/messages.js';
import { MaybeAbsent } from '../platform/http/validation.js';

export class MessageAnswerDto {
  @IsString({ message: 'Enter a message.' })
  @MaxLength(MESSAGE_MAX_LENGTH, { message: 'Use at most 4,000 characters.' })
  body: string;
}

/** Staff start a conversation. */
export class StaffMessageDto extends MessageAnswerDto implements StaffMessageRequest {
  @IsUUID(undefined, { message: 'Choose a patient.' })
  patient_id: string;

  @IsString({ message: 'Enter a subject.' })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: 'Use at most 150 characters.' })
  subject: string;
}

export class NoReplyDto implements NoReplyRequest {
  @IsISO8601({ strict: true }, { message: 'Send when the last message was written.' })
  last_message_at: string;
}

export class MessageDto extends MessageAnswerDto implements MessageRequest {
  @MaybeAbsent()
  @IsUUID(undefined, { message: 'Choose a conversation.' })
  thread_id?: string;

  @MaybeAbsent()
  @IsString({ message: 'Enter a subject.' })
  @MaxLength(SUBJECT_MAX_LENGTH, { message: 'Use at most 150 characters.' })
  subject?: string;
}
