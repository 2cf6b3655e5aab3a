import { randomUUID } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STARTER_ARTICLES } from '../../assistant/starter-articles.js';

/** The knowledge base with its first articles, and what people ask of it. */
export class Assistant1763630000000 implements MigrationInterface {
  name = 'Assistant1763630000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.articles(runner);
    await this.conversations(runner);
    await runner.query('ALTER TABLE case_alerts ADD by_rule boolean NOT NULL DEFAULT true');
    await runner.query(
      `INSERT INTO articles (id, slug, title, body, tags, sources, audience, search)
        SELECT a.*, 'all', setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', array_to_string(tags, ' ')), 'B')
          || setweight(to_tsvector('english', body), 'C')
        FROM jsonb_to_recordset($1) AS a (id uuid, slug text, title text, body text, tags text[], sources text[])`,
      [JSON.stringify(STARTER_ARTICLES.map((article) => ({ id: randomUUID(), ...article })))],
    );
    await runner.query(
      `INSERT INTO article_versions (article_id, version, slug, title, body, tags, sources, audience)
        SELECT id, version, slug, title, body, tags, sources, audience FROM articles`,
    );
    await runner.query(
      `INSERT INTO article_words (word) SELECT DISTINCT w[1] FROM articles,
          regexp_matches(lower(concat_ws(' ', title, array_to_string(tags, ' '), body)), '[a-z]{4,}', 'g') w`,
    );
  }

  private async articles(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE articles (
      id uuid NOT NULL,
      slug text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      tags text array NOT NULL,
      sources text array NOT NULL,
      audience text NOT NULL,
      version integer NOT NULL DEFAULT '1',
      search tsvector NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT articles_pkey PRIMARY KEY (id)
    )`);
    await runner.query('CREATE UNIQUE INDEX articles_slug_idx ON articles (slug)');
    await runner.query('CREATE INDEX articles_search ON articles USING gin (search)');
    await runner.query(`CREATE TABLE article_versions (
      article_id uuid NOT NULL,
      version integer NOT NULL,
      slug text NOT NULL,
      title text NOT NULL,
      body text NOT NULL,
      tags text array NOT NULL,
      sources text array NOT NULL,
      audience text NOT NULL,
      author_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT article_versions_pkey PRIMARY KEY (article_id, version),
      CONSTRAINT article_versions_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles (id),
      CONSTRAINT article_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id)
    )`);
    await runner.query(
      'CREATE TABLE article_words (word text NOT NULL, CONSTRAINT article_words_pkey PRIMARY KEY (word))',
    );
    await runner.query('CREATE INDEX article_words_similar ON article_words USING gin (word gin_trgm_ops)');
  }

  private async conversations(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE assistant_conversations (
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      org_id uuid,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT assistant_conversations_pkey PRIMARY KEY (id),
      CONSTRAINT assistant_conversations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id),
      CONSTRAINT assistant_conversations_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id)
    )`);
    await runner.query(
      'CREATE INDEX assistant_conversations_created_at_idx ON assistant_conversations (created_at)',
    );
    await runner.query(`CREATE TABLE assistant_turns (
      id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      question_enc text NOT NULL,
      answer_enc text NOT NULL,
      outcome text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT assistant_turns_pkey PRIMARY KEY (id),
      CONSTRAINT assistant_turns_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES assistant_conversations (id)
    )`);
    await runner.query(
      'CREATE INDEX assistant_turns_conversation_id_created_at_idx ON assistant_turns (conversation_id, created_at)',
    );
    await runner.query('CREATE INDEX assistant_turns_created_at_idx ON assistant_turns (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE case_alerts DROP COLUMN by_rule');
    await runner.query(
      'DROP TABLE assistant_turns, assistant_conversations, article_words, article_versions, articles',
    );
  }
}
