import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { Article } from '#common/api/admin.js';
import { formatDateTime, Loading, LoadError } from '#client/shared/ui/index.js';
import { ActionDialog } from '../../forms/ActionDialog.js';
import { useStaff } from '../../data/useStaff.js';
import { ArticlePreview } from './ArticlePreview.js';
import { ARTICLES_TEXT as words } from './text/en.js';

/** Every version of an article with its author, newest first. */
export function HistoryDialog({ article, onClose }: { article: Article; onClose: () => void }) {
  const staff = useStaff();
  const query = useQuery({
    queryKey: ['article-versions', article.id, article.version],
    queryFn: ({ signal }) => staff.getArticleVersions(article.id, signal),
  });
  return (
    <ActionDialog wide title={words.historyTitle(article.title)} onClose={onClose} cancelLabel={words.close}>
      {query.isPending && <Loading rows={5} label={words.historyLoading} />}
      {query.isError && (
        <LoadError
          error={query.error}
          message={words.historyFailed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      <Stack component="ol" spacing={3} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {query.data?.versions.map((version) => (
          <li key={version.version}>
            <Box sx={{ fontWeight: 650 }}>{words.version(version.version)}</Box>
            <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', marginBottom: 1 }}>
              {[
                version.author ?? words.firstAuthor,
                formatDateTime(version.at),
                words.readers[version.audience],
                `/help/${version.slug}`,
                version.tags.join(', '),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            <ArticlePreview title={version.title} body={version.body} />
            {version.asked_as.length > 0 && (
              <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', marginTop: 1 }}>
                {words.askedAs}: {version.asked_as.join(' · ')}
              </Box>
            )}
          </li>
        ))}
      </Stack>
    </ActionDialog>
  );
}
