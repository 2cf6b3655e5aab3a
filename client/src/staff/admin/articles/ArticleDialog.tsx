import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import type { Article, ArticleRequest } from '../../../../../common/api/admin.js';
import { useKeptState } from '../../../shared/session/index.js';
import { ActionDialog } from '../../kit/ActionDialog.js';
import { SmallField } from '../../kit/SmallField.js';
import { useSave } from '../../kit/useSave.js';
import { useStaff } from '../../kit/useStaff.js';
import { ArticlePreview } from './ArticlePreview.js';
import { ARTICLES_TEXT as words } from './text/en.js';

/** The fields as they are typed. */
interface Form {
  title: string;
  slug: string;
  body: string;
  tags: string;
  sources: string;
  asked: string;
  audience: NonNullable<ArticleRequest['audience']>;
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
const listed = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean);

/** What is kept of an article that was begun and not published. */
export interface ArticleDraft {
  article: Article | null;
  form: Form;
  version: number | undefined;
}
export const ARTICLE_KEY = 'article';
const isTyped = ({ article, form }: ArticleDraft): boolean =>
  JSON.stringify(form) !== JSON.stringify(formOf(article));

/** Writes a new article, or a new version of one. */
export function ArticleDialog({ article, onClose }: { article: Article | null; onClose: () => void }) {
  const staff = useStaff();
  const [editing, setEditing, release] = useKeptState<ArticleDraft>(
    ARTICLE_KEY,
    () => ({ article, form: formOf(article), version: article?.version }),
    isTyped,
  );
  const { form, version } = editing;
  const [leaving, setLeaving] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  function close() {
    release();
    onClose();
  }
  const { busy, fields, save, edited, problem } = useSave<Article>({
    send: (key) => {
      const { tags, sources, asked, ...rest } = form;
      const body: ArticleRequest = {
        ...rest,
        tags: listed(tags),
        sources: listed(sources),
        asked_as: listed(asked, '\n'),
      };
      return article
        ? staff.patchArticle(article.id, { ...body, ...(version && { version }) })
        : staff.createArticle(body, key);
    },
    done: article ? words.saved(form.title) : words.created(form.title),
    onClose: close,
    onConflict: (current) =>
      setEditing({ article: current, form: formOf(current), version: current.version }),
    // What is wrong stands beside the fields.
    onFailure: () => setPreviewing(false),
  });
  function edit(change: Partial<Form>) {
    edited();
    setEditing((draft) => ({ ...draft, form: { ...draft.form, ...change } }));
  }
  return (
    <ActionDialog
      wide
      title={article ? words.editTitle(article.title) : words.createTitle}
      onClose={() => (isTyped(editing) ? setLeaving(true) : close())}
      confirm={{ label: article ? words.save : words.make, onConfirm: save, busy }}
      error={problem(words.saveFailed, words.changed)}
    >
      <Tabs
        value={previewing ? 1 : 0}
        onChange={(_, tab: number) => setPreviewing(tab === 1)}
        aria-label={words.title}
        sx={{ marginBottom: 2 }}
      >
        <Tab label={words.write} id="article-tab-0" aria-controls="article-panel" />
        <Tab label={words.preview} id="article-tab-1" aria-controls="article-panel" />
      </Tabs>
      <Box role="tabpanel" id="article-panel" aria-labelledby={`article-tab-${previewing ? 1 : 0}`}>
        {previewing ? (
          <ArticlePreview title={form.title} body={form.body} />
        ) : (
          <Fields form={form} fields={fields} edit={edit} />
        )}
      </Box>
      {leaving && (
        <ActionDialog
          title={words.leaveTitle}
          onClose={() => setLeaving(false)}
          cancelLabel={words.stay}
          confirm={{ label: words.leave, onConfirm: close, busy: false, danger: true }}
        >
          {words.leaveLead}
        </ActionDialog>
      )}
    </ActionDialog>
  );
}

interface FieldsProps {
  form: Form;
  fields: Record<string, string>;
  edit: (change: Partial<Form>) => void;
}
function Fields({ form, fields, edit }: FieldsProps) {
  const { field } = words;
  return (
    <Stack spacing={2}>
      <SmallField
        id="article-title"
        label={field.title}
        value={form.title}
        onChange={(title) => edit({ title })}
        error={fields['title']}
      />
      <SmallField
        id="article-slug"
        label={field.slug}
        value={form.slug}
        onChange={(slug) => edit({ slug })}
        error={fields['slug']}
        hint={field.slugHint}
      />
      <Box sx={{ '& textarea': { minHeight: 160, fieldSizing: 'content', resize: 'vertical' } }}>
        <SmallField
          id="article-body"
          type="multiline"
          label={field.body}
          value={form.body}
          onChange={(body) => edit({ body })}
          error={fields['body']}
          hint={field.bodyHint}
        />
      </Box>
      <SmallField
        id="article-tags"
        label={field.tags}
        value={form.tags}
        onChange={(tags) => edit({ tags })}
        error={fields['tags']}
        hint={field.tagsHint}
      />
      <Box
        sx={{ '& textarea': { minHeight: 96, maxHeight: 320, fieldSizing: 'content', resize: 'vertical' } }}
      >
        <SmallField
          id="article-asked"
          type="multiline"
          label={field.asked}
          value={form.asked}
          onChange={(asked) => edit({ asked })}
          error={fields['asked_as']}
          hint={field.askedHint}
        />
      </Box>
      <SmallField
        id="article-sources"
        label={field.sources}
        value={form.sources}
        onChange={(sources) => edit({ sources })}
        error={fields['sources']}
        hint={field.sourcesHint}
      />
      <SmallField
        id="article-audience"
        type="select"
        label={words.audience}
        value={form.audience}
        onChange={(audience) => edit({ audience: audience as Form['audience'] })}
        error={fields['audience']}
      >
        {Object.entries(words.readers).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SmallField>
    </Stack>
  );
}
