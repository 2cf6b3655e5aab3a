import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { visuallyHidden } from '../ui/index.js';
import { FORM_TEXT } from './text/en.js';

/** The props shared by every kind of question. */
export interface QuestionProps<T> {
  /** The id of the first control; the ids of the surrounding texts are derived from it. */
  id: string;
  label: string;
  hint?: string;
  required?: boolean;
  error?: string;
  value: T;
  onChange: (value: T) => void;
  /** The user has left the question. */
  onLeave?: () => void;
}

/** The ids of the texts shown around a control. */
export const describedBy = ({
  id,
  hint,
  error,
  unit,
}: {
  id: string;
  hint?: string | undefined;
  error?: string | undefined;
  unit?: string | undefined;
}): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`, unit && `${id}-unit`].filter(Boolean).join(' ') || undefined;

export const labelStyle = { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.4 } as const;
/** Room for the label above a focused control and for the text below it; the shell keeps it clear of its bars. */
export const scrollRoom = { scrollMarginTop: '16px', scrollMarginBottom: '48px' } as const;

interface FrameProps extends Omit<QuestionProps<unknown>, 'label' | 'value' | 'onChange' | 'onLeave'> {
  /** null: the control has its label beside it. */
  label: string | null;
  onLeave?: (() => void) | undefined;
  /** The whole question is a group (several controls). */
  group?: 'fields' | 'radios';
  children: ReactNode;
}

/** The label, hint and error message are above the control, where they stay readable while answering. */
export function QuestionFrame(question: FrameProps) {
  const { id, label, hint, required, error, children, group, onLeave } = question;
  const asGroup = group && {
    component: 'fieldset' as const,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy(question),
    ...(group === 'radios' && {
      role: 'radiogroup',
      'aria-required': required || undefined,
      'aria-invalid': error ? true : undefined,
    }),
  };
  const names = group
    ? { component: 'span' as const, id: `${id}-label` }
    : { component: 'label' as const, htmlFor: id };
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
        {label !== null && (
          <Box {...names} sx={labelStyle}>
            {label}
          </Box>
        )}
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
