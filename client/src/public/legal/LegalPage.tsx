import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Page } from '../../shared/ui/index.js';

export interface LegalSection {
  title: string;
  paragraphs: string[];
  points?: string[];
}

/** A long text: one column, numbered sections. */
export function LegalPage({
  title,
  lead,
  sections,
}: {
  title: string;
  lead: string;
  sections: LegalSection[];
}) {
  return (
    <Page title={title} lead={lead} width={680}>
      {sections.map((section, index) => (
        <Box component="section" key={section.title} sx={{ marginTop: 4.5, maxWidth: '68ch' }}>
          <Typography variant="h3" component="h2" sx={{ marginBottom: 1 }}>
            {index + 1}. {section.title}
          </Typography>
          {section.paragraphs.map((paragraph) => (
            <Typography key={paragraph} sx={{ marginBottom: 1.25 }}>
              {paragraph}
            </Typography>
          ))}
          {section.points && (
            <Box component="ul" sx={{ margin: 0, paddingLeft: 3, '& li': { marginBottom: 0.75 } }}>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </Box>
          )}
        </Box>
      ))}
    </Page>
  );
}
