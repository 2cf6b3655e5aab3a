import type { Article, ArticleRequest } from '#common/api/admin.js';

/** The fields of an article as they are typed. */
export interface Form {
  title: string;
  slug: string;
  body: string;
  tags: string;
  sources: string;
  asked: string;
  audience: NonNullable<ArticleRequest['audience']>;
}
/** An article that was started but not published. */
export interface ArticleDraft {
  /** What it changes; null for a new one. */
  article: Article | null;
  form: Form;
  /** Fields that another user has published differently: their current text. */
  theirs: Partial<Form>;
}

const NEW: Form = { title: '', slug: '', body: '', tags: '', sources: '', asked: '', audience: 'all' };
const formOf = (article: Article | null): Form =>
  article === null
    ? NEW
    : {
        title: article.title,
        slug: article.slug,
        body: article.body,
        tags: article.tags.join(', '),
        sources: article.sources.join(', '),
        asked: article.asked_as.join('\n'),
        audience: article.audience,
      };

export const draftOf = (article: Article | null): ArticleDraft => ({
  article,
  form: formOf(article),
  theirs: {},
});

export const isTyped = ({ article, form }: ArticleDraft): boolean =>
  JSON.stringify(form) !== JSON.stringify(formOf(article));

const listed = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean);

export function requestOf({ article, form }: ArticleDraft): ArticleRequest {
  const { tags, sources, asked, ...rest } = form;
  return {
    ...rest,
    tags: listed(tags),
    sources: listed(sources),
    asked_as: listed(asked, '\n'),
    ...(article && { version: article.version }),
  };
}

/** Another user published a change: untouched fields follow it; typed fields keep the draft beside theirs. */
export function rebase(draft: ArticleDraft, current: Article): ArticleDraft {
  const [before, after] = [formOf(draft.article), formOf(current)];
  const typed: Partial<Form> = {};
  const theirs: Partial<Form> = {};
  for (const name of Object.keys(before) as (keyof Form)[]) {
    if (draft.form[name] === before[name] || draft.form[name] === after[name]) continue;
    Object.assign(typed, { [name]: draft.form[name] });
    if (after[name] !== before[name]) Object.assign(theirs, { [name]: after[name] });
  }
  return { article: current, form: { ...after, ...typed }, theirs };
}
