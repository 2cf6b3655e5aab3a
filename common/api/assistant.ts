export const CHAT_OUTCOMES = ['answered', 'no_answer', 'refused', 'emergency'] as const;
export type ChatOutcome = (typeof CHAT_OUTCOMES)[number];
export const CHAT_MAX_LENGTH = 2_000;

/** POST /api/trt/assistant/chat */
export interface ChatRequest {
  message: string;
  capability?: 'kb_qna';
  conversation_id?: string | null;
}
export interface ChatResponse {
  ok: boolean;
  message: string;
  conversation_id: string;
  outcome: ChatOutcome;
  sources: { slug: string; title: string }[];
  error: string | null;
}

/** GET /api/help/{slug}: an article as people read it. */
export interface HelpArticle {
  slug: string;
  title: string;
  body: string;
  sources: { id: string; citation: string | null; url: string | null }[];
  updated_at: string;
}
