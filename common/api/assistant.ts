export const CHAT_OUTCOMES = ['answered', 'no_answer', 'refused', 'emergency'] as const;
export type ChatOutcome = (typeof CHAT_OUTCOMES)[number];
export const CHAT_MAX_LENGTH = 2_000;

/** POST /api/trt/assistant/chat */
export interface ChatRequest {
  message: string;
  capability?: 'kb_qna';
  conversation_id?: string | null;
}
export interface ChatSource {
  slug: string;
  title: string;
  /** A clinician has not reviewed the article yet. */
  awaiting_review?: true;
}
export interface ChatResponse {
  ok: boolean;
  message: string;
  conversation_id: string;
  outcome: ChatOutcome;
  sources: ChatSource[];
  /** Articles that may be meant, where there is no answer. */
  suggestions: ChatSource[];
  /** A patient may tell of something that argues against treatment. */
  tell_care_team: boolean;
  /** The patient said it in plain words: they were sent to the care team as a message. */
  passed_on: boolean;
  error: string | null;
}

/** GET /api/help/{slug}: an article as readers see it. */
export interface HelpArticle {
  slug: string;
  title: string;
  body: string;
  sources: { id: string; citation: string | null; url: string | null }[];
  version: number;
  /** A clinician has not reviewed it yet. */
  awaiting_review: boolean;
  reviewed: { by: string; at: string } | null;
  updated_at: string;
}

/** POST /api/help/{slug}/review: the version that was read. */
export interface ArticleReviewRequest {
  version: number;
}
