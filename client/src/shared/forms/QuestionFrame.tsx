import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../ui/index.js';
import { FORM_TEXT } from './text/en.js';

/** What every kind of question takes. */
export interface QuestionProps<T> {
  /** The id of the first control; the texts around it have ids made from this one. */
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
  error?: string;
  value: T;
  onChange: (value: T) => void;
  /** The person has left the question. */
  onLeave?: () => void;
}

export const describedBy = (
  id: string,
  { hint, error, unit }: { hint?: string; error?: string; unit?: string },
): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`, unit && `${id}-unit`].filter(Boolean).join(' ') || undefined;

export const labelStyle = { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 } as const;
/** Keeps a focused control clear of the bars at the top and the bottom of the screen. */
export const scrollRoom = { scrollMarginTop: '96px', scrollMarginBottom: '180px' } as const;

interface FrameProps {
  id: string;
  hint?: string | undefined;
  required?: boolean | undefined;
  error?: string | undefined;
  /** The label or legend itself. */
  heading: ReactNode;
  children: ReactNode;
  /** The whole question is a group (several controls). */
  group?: { role?: 'radiogroup'; labelledBy: string; required?: boolean };
  onLeave?: (() => void) | undefined;
}

/** Label, hint and error message stand above the control, where they stay readable while answering. */
export function QuestionFrame({ id, hint, required, error, heading, children, group, onLeave }: FrameProps) {
  const asGroup = group && {
    component: 'fieldset' as const,
    role: group.role,
    'aria-labelledby': group.labelledBy,
    'aria-describedby': describedBy(id, { ...(hint ? { hint } : {}), ...(error ? { error } : {}) }),
    ...(group.role === 'radiogroup'
      ? { 'aria-required': required || undefined, 'aria-invalid': error ? true : undefined }
      : {}),
  };
  return (
    <Box
      {...asGroup}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.();
      }}
      sx={(theme) => ({
        border: 0,
        margin: 0,
        minInlineSize: 0,
        padding: 0,
        ...(error && {
          paddingLeft: 2,
          borderLeft: `4px solid ${theme.vars.palette.error.main}`,
        }),
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.25 }}>
        {heading}
        {required && (
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {FORM_TEXT.required}
          </Typography>
        )}
      </Box>
      {hint && (
        <Typography id={`${id}-hint`} sx={{ color: 'text.secondary', marginTop: 0.25 }}>
          {hint}
        </Typography>
      )}
      {error && <ErrorMessage id={`${id}-error`}>{error}</ErrorMessage>}
      <Box sx={{ marginTop: 1 }}>{children}</Box>
    </Box>
  );
}

function ErrorMessage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Typography
      id={id}
      sx={{
        color: 'error.main',
        position: 'relative',
        fontWeight: 600,
        marginTop: 0.75,
        display: 'flex',
        gap: 0.75,
        alignItems: 'flex-start',
      }}
    >
      <ErrorOutlineOutlined aria-hidden sx={{ marginTop: '3px' }} />
      <span>
        <Box component="span" sx={visuallyHidden}>
          {FORM_TEXT.error}{' '}
        </Box>
        {children}
      </span>
    </Typography>
  );
}

/** Why a sensitive question is asked. */
export function WhyWeAsk({ children }: { children: ReactNode }) {
  return (
    <Typography
      sx={(theme) => ({
        color: 'text.secondary',
        borderLeft: `3px solid ${theme.vars.palette.portal.border}`,
        paddingLeft: 1.75,
      })}
    >
      <Box component="span" sx={{ fontWeight: 600 }}>
        {FORM_TEXT.whyWeAsk}
      </Box>{' '}
      {children}
    </Typography>
  );
}
