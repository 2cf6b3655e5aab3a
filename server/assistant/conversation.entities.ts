import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ChatOutcome } from '#common/api/assistant.js';

@Entity('assistant_conversations')
@Index(['created_at'])
export class AssistantConversation {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('User') @Column('uuid') user_id: string;
  /** null: system-wide. */
  @ForeignKey('Organisation') @Column('uuid', { nullable: true }) org_id: string | null;
  /** The messages its words were passed on in; it may outlive them. */
  @Column('uuid', { nullable: true }) told_thread_id: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** A question and its answer. */
@Entity('assistant_turns')
@Index(['conversation_id', 'created_at'])
@Index(['created_at'])
export class AssistantTurn {
  @PrimaryColumn('uuid') id: string;
  @ForeignKey('AssistantConversation') @Column('uuid') conversation_id: string;
  @Column('text') question_enc: string;
  @Column('text') answer_enc: string;
  @Column('text') outcome: ChatOutcome;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}
