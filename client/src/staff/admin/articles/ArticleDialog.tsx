import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import type { Article, ArticleRequest } from '../../../../../common/api/admin.js';
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
const formOf = ({ title, slug, body, tags, sources, asked_as, audience }: Article): Form => ({
  title,
  slug,
  body,
  tags: tags.join(', '),
  sources: sources.join(', '),
  asked: asked_as.join('\n'),
  audience,
});
const listed = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((word) => word.trim())
    .filter(Boolean);

/** Writes a new article, or a new version of one. */
export function ArticleDialog({ article, onClose }: { article: Article | null; onClose: () => void }) {
  const staff = useStaff();
  const [version, setVersion] = useState(article?.version);
  const [form, setForm] = useState<Form>(article ? formOf(article) : NEW);
  const [previewing, setPreviewing] = useState(false);
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
    onClose,
    onConflict: (current) => {
      setForm(formOf(current));
      setVersion(current.version);
    },
    // What is wrong stands beside the fields.
    onFailure: () => setPreviewing(false),
  });
  function edit(change: Partial<Form>) {
    edited();
    setForm({ ...form, ...change });
  }
  return (
    <ActionDialog
      wide
      title={article ? words.editTitle(article.title) : words.createTitle}
      onClose={onClose}
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
