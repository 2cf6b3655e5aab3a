import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What patients and their care team write to each other. */
export class Messages1763612000000 implements MigrationInterface {
  name = 'Messages1763612000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE message_threads (
      id uuid NOT NULL,
      org_id uuid NOT NULL,
      patient_id uuid NOT NULL,
      subject_enc text NOT NULL,
      last_message_at timestamptz NOT NULL DEFAULT now(),
      waiting_since timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT message_threads_pkey PRIMARY KEY (id),
      CONSTRAINT message_threads_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT message_threads_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES patients (id)
    )`);
    await runner.query(
      'CREATE INDEX message_threads_patient_id_last_message_at_idx ON message_threads (patient_id, last_message_at)',
    );
    await runner.query(
      'CREATE INDEX message_threads_org_id_last_message_at_idx ON message_threads (org_id, last_message_at)',
    );
    await runner.query(
      'CREATE INDEX message_threads_waiting ON message_threads (org_id, waiting_since) WHERE waiting_since IS NOT NULL',
    );
    await runner.query(`CREATE TABLE messages (
      id uuid NOT NULL,
      thread_id uuid NOT NULL,
      org_id uuid NOT NULL,
      sender text NOT NULL,
      author_id uuid NOT NULL,
      body_enc text NOT NULL,
      sent_at timestamptz NOT NULL DEFAULT now(),
      read_at timestamptz,
      CONSTRAINT messages_pkey PRIMARY KEY (id),
      CONSTRAINT messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES message_threads (id),
      CONSTRAINT messages_org_id_fkey FOREIGN KEY (org_id) REFERENCES organisations (id),
      CONSTRAINT messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id)
    )`);
    await runner.query('CREATE INDEX messages_thread_id_sent_at_idx ON messages (thread_id, sent_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messages, message_threads');
  }
}
