import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import type { Article } from '#common/api/admin.js';
import { useKeptState } from '#client/shared/session/index.js';
import { Notice } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { SmallField } from '../../forms/SmallField.js';
import { useSave } from '../../forms/useSave.js';
import { useStaff } from '../../data/useStaff.js';
import { ArticlePreview } from './ArticlePreview.js';
import { draftOf, isTyped, rebase, requestOf, type ArticleDraft, type Form } from './draft.js';
import { ARTICLES_TEXT as words } from './text/en.js';

export const ARTICLE_KEY = 'article';

/** Writes a new article, or a new version of one. */
export function ArticleDialog({ article, onClose }: { article: Article | null; onClose: () => void }) {
  const staff = useStaff();
  const [editing, setEditing, release] = useKeptState<ArticleDraft>(
    ARTICLE_KEY,
    () => draftOf(article),
    isTyped,
  );
  const { form, theirs } = editing;
  const [leaving, setLeaving] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  function close() {
    release();
    onClose();
  }
  const { busy, fields, save, edited, problem } = useSave<Article>({
    send: (key) =>
      article
        ? staff.patchArticle(article.id, requestOf(editing))
        : staff.createArticle(requestOf(editing), key),
    done: article ? words.saved(form.title) : words.created(form.title),
    onClose: close,
    onConflict: (current) => setEditing((draft) => rebase(draft, current)),
    // Errors are shown beside the fields.
    onFailure: () => setPreviewing(false),
  });
  function edit(change: Partial<Form>) {
    edited();
    setEditing((draft) => ({ ...draft, form: { ...draft.form, ...change } }));
  }
  /** Takes the other editor's text instead of this one. */
  function take(name: keyof Form) {
    const { [name]: value, ...rest } = theirs;
    edit({ [name]: value });
    setEditing((draft) => ({ ...draft, theirs: rest }));
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
          <Fields form={form} theirs={theirs} fields={fields} edit={edit} take={take} />
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
  theirs: Partial<Form>;
  fields: Record<string, string>;
  edit: (change: Partial<Form>) => void;
  take: (name: keyof Form) => void;
}
function Fields({ form, theirs, fields, edit, take }: FieldsProps) {
  const { field } = words;
  const also = (name: keyof Form) => {
    const text = theirs[name];
    return text !== undefined && <Theirs name={name} text={text} onTake={() => take(name)} />;
  };
  return (
    <Stack spacing={2}>
      <SmallField
        id="article-title"
        label={field.title}
        value={form.title}
        onChange={(title) => edit({ title })}
        error={fields['title']}
      />
      {also('title')}
      <SmallField
        id="article-slug"
        label={field.slug}
        value={form.slug}
        onChange={(slug) => edit({ slug })}
        error={fields['slug']}
        hint={field.slugHint}
      />
      {also('slug')}
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
      {also('body')}
      <SmallField
        id="article-tags"
        label={field.tags}
        value={form.tags}
        onChange={(tags) => edit({ tags })}
        error={fields['tags']}
        hint={field.tagsHint}
      />
      {also('tags')}
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
      {also('asked')}
      <SmallField
        id="article-sources"
        label={field.sources}
        value={form.sources}
        onChange={(sources) => edit({ sources })}
        error={fields['sources']}
        hint={field.sourcesHint}
      />
      {also('sources')}
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
      {also('audience')}
    </Stack>
  );
}

interface TheirsProps {
  name: keyof Form;
  text: string;
  onTake: () => void;
}
function Theirs({ name, text, onTake }: TheirsProps) {
  const label = name === 'audience' ? words.audience : words.field[name];
  const shown = name === 'audience' ? words.readers[text as Form['audience']] : text;
  return (
    <Notice
      tone="warning"
      title={words.theirs}
      action={
        <Button variant="outlined" color="inherit" onClick={onTake} aria-label={words.takeFor(label)}>
          {words.take}
        </Button>
      }
    >
      <Box sx={{ whiteSpace: 'pre-wrap', maxHeight: 200, overflowY: 'auto' }}>{shown || words.empty}</Box>
    </Notice>
  );
}
