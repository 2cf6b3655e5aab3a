import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode, type Ref } from 'react';
import { FORM_TEXT } from './text/en.js';

export interface ErrorLink {
  /** The id of the control to focus. */
  id: string;
  message: string;
}

interface SummaryProps {
  /** The sentence above the list. */
  message?: string | undefined;
  errors: readonly ErrorLink[];
  /** Further list items, for example links to other pages of the form. */
  more?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** Everything that is wrong, each with a link to its control (GOV.UK error summary). Focus it when it appears. */
export function ErrorSummary({ message, errors, more, ref }: SummaryProps) {
  const title = useId();
  return (
    <Box
      ref={ref}
      tabIndex={-1}
      role="alert"
      aria-labelledby={title}
      sx={(theme) => ({
        border: `2px solid ${theme.vars.palette.error.main}`,
        borderRadius: '10px',
        backgroundColor: theme.vars.palette.portal.tones.danger.ground,
        padding: { xs: 2, sm: 2.5 },
        scrollMarginTop: '16px',
      })}
    >
      <Typography id={title} variant="h3" component="h2">
        {FORM_TEXT.problem}
      </Typography>
      {message && <Typography sx={{ marginTop: 0.5 }}>{message}</Typography>}
      {(errors.length > 0 || more) && (
        <Box component="ul" sx={{ margin: '10px 0 0', paddingLeft: 2.5, display: 'grid', gap: 0.75 }}>
          {errors.map((error) => (
            <li key={error.id}>
              <Box
                component="a"
                href={`#${error.id}`}
                sx={{ color: 'error.main', fontWeight: 600, textUnderlineOffset: '3px' }}
                onClick={(event: React.MouseEvent) => {
                  const target = document.getElementById(error.id);
                  if (!target) return;
                  event.preventDefault();
                  target.focus();
                }}
              >
                {error.message}
              </Box>
            </li>
          ))}
          {more}
        </Box>
      )}
    </Box>
  );
}
