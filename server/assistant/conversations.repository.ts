import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull } from 'typeorm';
import type { ChatOutcome } from '#common/api/assistant.js';
import { Db } from '../database/db.js';
import type { Rows } from '../database/unit-data-source.js';
import type { Actor } from '../platform/access/actor.js';
import { FieldCipher } from '../platform/crypto/field-cipher.js';
import { AssistantConversation, AssistantTurn } from './conversation.entities.js';

const place = (column: 'question' | 'answer', id: string): string => `assistant_turns.${column}:${id}`;
const BATCH = 1000;

export interface OwnTurn {
  conversation_id: string;
  at: string;
  question: string;
  answer: string;
}

@Injectable()
export class ConversationsRepository {
  constructor(
    private readonly db: Db,
    private readonly cipher: FieldCipher,
    @InjectRepository(AssistantConversation) private readonly conversations: Rows<AssistantConversation>,
    @InjectRepository(AssistantTurn) private readonly turns: Rows<AssistantTurn>,
  ) {}

  isOwn(actor: Actor, id: string): Promise<boolean> {
    return this.conversations.existsBy({ id, user_id: actor.userId, org_id: actor.orgId ?? IsNull() });
  }

  /** The previous question. The caller has checked that the conversation is the actor's. */
  async lastQuestion(id: string): Promise<string | null> {
    const turn = await this.turns.findOne({
      select: { id: true, question_enc: true },
      where: { conversation_id: id },
      order: { created_at: 'DESC', id: 'ASC' },
    });
    return turn && this.cipher.decrypt(turn.question_enc, place('question', turn.id));
  }

  /** The actor's questions and answers, oldest first. */
  async own(actor: Actor): Promise<OwnTurn[]> {
    const rows = await this.db.rows<Omit<AssistantTurn, 'outcome'>>(
      {
        name: 'turns-own',
        text: `SELECT t.id, t.conversation_id, t.created_at, t.question_enc, t.answer_enc
          FROM assistant_turns t JOIN assistant_conversations c ON c.id = t.conversation_id
          WHERE c.user_id = $1 AND c.org_id IS NOT DISTINCT FROM $2 ORDER BY t.created_at, t.id`,
      },
      [actor.userId, actor.orgId],
    );
    return rows.map(({ id, conversation_id, created_at, question_enc, answer_enc }) => ({
      conversation_id,
      at: created_at.toISOString(),
      question: this.cipher.decrypt(question_enc, place('question', id)),
      answer: this.cipher.decrypt(answer_enc, place('answer', id)),
    }));
  }

  async open(actor: Actor): Promise<string> {
    const id = randomUUID();
    await this.conversations.insert({ id, user_id: actor.userId, org_id: actor.orgId });
    return id;
  }

  async toldIn(id: string): Promise<string | null> {
    const known = await this.conversations.findOne({ select: { told_thread_id: true }, where: { id } });
    return known?.told_thread_id ?? null;
  }

  async tellIn(id: string, threadId: string): Promise<void> {
    await this.conversations.update({ id }, { told_thread_id: threadId });
  }

  async append(
    conversationId: string,
    turn: { question: string; answer: string; outcome: ChatOutcome },
  ): Promise<void> {
    const id = randomUUID();
    await this.turns.insert({
      id,
      conversation_id: conversationId,
      question_enc: this.cipher.encrypt(turn.question, place('question', id)),
      answer_enc: this.cipher.encrypt(turn.answer, place('answer', id)),
      outcome: turn.outcome,
    });
  }

  /** Removes expired turns in small batches. @returns how many were removed */
  async forget(days: number): Promise<number> {
    let gone = 0;
    for (;;) {
      const rows = await this.db.rows(
        {
          name: 'turns-forget',
          text: `DELETE FROM assistant_turns WHERE id IN
            (SELECT id FROM assistant_turns WHERE created_at < now() - make_interval(days => $1) LIMIT ${BATCH}) RETURNING 1`,
        },
        [days],
      );
      gone += rows.length;
      if (rows.length < BATCH) break;
    }
    await this.db.rows(
      {
        name: 'conversations-forget',
        text: `DELETE FROM assistant_conversations c WHERE c.created_at < now() - make_interval(days => $1)
          AND NOT EXISTS (SELECT 1 FROM assistant_turns t WHERE t.conversation_id = c.id)`,
      },
      [days],
    );
    return gone;
  }
}
