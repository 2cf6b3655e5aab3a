import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ARTICLES_TEXT as words } from './text/en.js';

/** The article as readers will see it. */
export function ArticlePreview({ title, body }: { title: string; body: string }) {
  if (!title.trim() && !body.trim())
    return <Typography sx={{ color: 'text.secondary' }}>{words.previewEmpty}</Typography>;
  return (
    <Box
      sx={({ vars }) => ({
        border: `1px solid ${vars.palette.portal.border}`,
        borderRadius: '12px',
        padding: 2.5,
        overflowWrap: 'anywhere',
      })}
    >
      <Typography variant="h2" component="h3" sx={{ marginBottom: 1.5 }}>
        {title}
      </Typography>
      {body
        .trim()
        .split(/\n{2,}/)
        .map((paragraph, i) => (
          <Typography key={i} sx={{ whiteSpace: 'pre-wrap', marginBottom: 1.5, maxWidth: '65ch' }}>
            {paragraph}
          </Typography>
        ))}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {words.disclaimer}
      </Typography>
    </Box>
  );
}
