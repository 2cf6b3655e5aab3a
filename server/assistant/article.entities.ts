import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import type { ArticleAudience } from '#common/api/admin.js';

/** What the assistant may quote. */
@Entity('articles')
@Index(['slug'], { unique: true })
@Index('articles_search', { synchronize: false })
export class Article {
  @PrimaryColumn('uuid') id: string;
  @Column('text') slug: string;
  @Column('text') title: string;
  @Column('text') body: string;
  @Column('text', { array: true }) tags: string[];
  @Column('text', { array: true }) sources: string[];
  /** How people ask for it, in their own words. */
  @Column('text', { array: true, default: [] }) asked_as: string[];
  @Column('text') audience: ArticleAudience;
  @Column('integer', { default: 1 }) version: number;
  /** May be quoted, with a mark, before a clinician has read it. */
  @Column('boolean', { default: false }) awaiting_review: boolean;
  @Column('timestamptz', { nullable: true }) reviewed_at: Date | null;
  @ForeignKey('User') @Column('uuid', { nullable: true }) reviewed_by: string | null;
  /** Title (A), tags (B), body (C) and asked_as (D). */
  @Column('tsvector') search: string;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
  @UpdateDateColumn({ type: 'timestamptz' }) updated_at: Date;
}

/** Every saved version. */
@Entity('article_versions')
export class ArticleVersion {
  @ForeignKey('Article') @PrimaryColumn('uuid') article_id: string;
  @PrimaryColumn('integer') version: number;
  @Column('text') slug: string;
  @Column('text') title: string;
  @Column('text') body: string;
  @Column('text', { array: true }) tags: string[];
  @Column('text', { array: true }) sources: string[];
  @Column('text', { array: true, default: [] }) asked_as: string[];
  @Column('text') audience: ArticleAudience;
  /** null: comes with the portal. */
  @ForeignKey('User') @Column('uuid', { nullable: true }) author_id: string | null;
  @CreateDateColumn({ type: 'timestamptz' }) created_at: Date;
}

/** The words of all articles, for recognizing misspelled ones. */
@Entity('article_words')
@Index('article_words_similar', { synchronize: false })
export class ArticleWord {
  @PrimaryColumn('text') word: string;
}
