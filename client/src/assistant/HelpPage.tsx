import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { ArticleReviewRequest, HelpArticle } from '#common/api/assistant.js';
import { actionErrorMessage, api, isNotFound } from '../shared/api/index.js';
import { useSession } from '../shared/session/index.js';
import { toast } from '../shared/toasts/index.js';
import { Empty, formatDate, Loading, LoadError, Notice, Page } from '../shared/ui/index.js';
import { HELP_TEXT as text, SOURCE_NAME } from './text/en.js';

/** /help/{slug}: an article as readers see it. */
export default function HelpPage() {
  const { slug = '' } = useParams();
  const query = useQuery({
    queryKey: ['help', slug],
    queryFn: ({ signal }) =>
      api.get<HelpArticle>(`/api/help/${encodeURIComponent(slug)}`, { signal, label: 'the article' }),
    retry: (failures, error) => failures < 1 && !isNotFound(error),
  });
  if (query.data) return <Article article={query.data} />;
  return (
    <Page title={text.title}>
      {query.isError && isNotFound(query.error) && <Empty title={text.missing}>{text.missingHint}</Empty>}
      {query.isError && !isNotFound(query.error) && (
        <LoadError
          error={query.error}
          message={text.failed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isPending && <Loading rows={5} label={text.loading} />}
    </Page>
  );
}

function Article({ article }: { article: HelpArticle }) {
  return (
    <Page title={article.title}>
      {article.awaiting_review && <AwaitingReview article={article} />}
      <Box sx={{ maxWidth: '65ch', display: 'grid', gap: 2, overflowWrap: 'anywhere' }}>
        {article.body.split(/\n{2,}/).map((paragraph, i) => (
          <Typography key={i} sx={{ whiteSpace: 'pre-wrap' }}>
            {paragraph}
          </Typography>
        ))}
        <Typography sx={{ color: 'text.secondary' }}>{text.disclaimer}</Typography>
      </Box>
      {article.sources.length > 0 && (
        <Box component="section" aria-label={text.sources} sx={{ marginTop: 4, maxWidth: '65ch' }}>
          <Typography variant="h2" sx={{ marginBottom: 1 }}>
            {text.sources}
          </Typography>
          <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5, display: 'grid', gap: 1 }}>
            {article.sources.map(({ id, citation, url }) => (
              <li key={id}>
                {url ? (
                  <Link href={url} target="_blank" rel="noreferrer">
                    {citation}
                  </Link>
                ) : (
                  (citation ?? SOURCE_NAME[id] ?? id)
                )}
              </li>
            ))}
          </Box>
        </Box>
      )}
      <Typography variant="body2" sx={{ marginTop: 3, color: 'text.secondary' }}>
        {text.reviewed(formatDate(article.updated_at))}
        {article.reviewed && ` · ${text.reviewedBy(article.reviewed.by, formatDate(article.reviewed.at))}`}
      </Typography>
    </Page>
  );
}

/** Shows readers which part no clinician has reviewed; a clinician marks it as reviewed. */
function AwaitingReview({ article: { slug, version } }: { article: HelpArticle }) {
  const queries = useQueryClient();
  const session = useSession();
  const mayReview = session?.roles.some((role) => role !== 'patient') ?? false;
  const { isPending: busy, mutate } = useMutation({
    mutationFn: () =>
      api.post<HelpArticle>(`/api/help/${encodeURIComponent(slug)}/review`, {
        version,
      } satisfies ArticleReviewRequest),
    onSuccess: (article) => {
      queries.setQueryData(['help', slug], article);
      toast.success(text.marked);
    },
    onError: (error) => toast.error(actionErrorMessage(error, text.markFailed)),
  });
  return (
    <Notice
      tone="warning"
      title={text.awaiting}
      sx={{ maxWidth: '65ch', marginBottom: 3 }}
      action={
        mayReview && (
          <Button variant="outlined" disabled={busy} onClick={() => mutate()} sx={{ minHeight: 44 }}>
            {busy ? text.marking : text.markReviewed}
          </Button>
        )
      }
    >
      {text.awaitingHint}
    </Notice>
  );
}
