import { IsString, IsUUID, MaxLength } from 'class-validator';
import { MESSAGE_MAX_LENGTH, SUBJECT_MAX_LENGTH, type MessageRequest } from '../../common/api/messages.js';
import { MaybeAbsent } from '../platform/http/validation.js';

export class MessageAnswerDto {
  @IsString({ message: 'Enter a message.' })
  @MaxLength(MESSAGE_MAX_LENGTH, { message: 'Use at most 4,000 characters.' })
  body: string;
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
