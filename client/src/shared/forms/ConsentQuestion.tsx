import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Choice } from './Choice.js';
import { describedBy, labelStyle, QuestionFrame, type QuestionProps } from './QuestionFrame.js';

interface ConsentProps extends QuestionProps<boolean | undefined> {
  /** The full text the user agrees to. */
  statement?: string | undefined;
}

export function ConsentQuestion({ id, label, error, value, onChange, onLeave, statement }: ConsentProps) {
  return (
    <QuestionFrame id={id} label={null} {...(error ? { error } : {})} onLeave={onLeave}>
      <Box
        sx={(theme) => ({
          border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
          borderRadius: '8px',
          backgroundColor: theme.vars.palette.background.paper,
          ...(value && {
            borderColor: theme.vars.palette.primary.main,
            boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
          }),
          '&:has(input:focus-visible)': {
            outline: `3px solid ${theme.vars.palette.primary.main}`,
            outlineOffset: 2,
          },
        })}
      >
        <Box
          component="label"
          htmlFor={id}
          sx={{
            ...labelStyle,
            position: 'relative',
            display: 'flex',
            gap: 1.5,
            alignItems: 'center',
            minHeight: 48,
            padding: '12px 16px',
            paddingBottom: statement ? 0.5 : 1.5,
            cursor: 'pointer',
          }}
        >
          <Choice
            type="checkbox"
            id={id}
            checked={value === true}
            onChange={onChange}
            aria-describedby={describedBy({ id, hint: statement, error })}
            aria-required
            aria-invalid={error ? true : undefined}
          />
          {label}
        </Box>
        {statement && (
          <Typography id={`${id}-hint`} sx={{ padding: '0 16px 14px 52px', color: 'text.secondary' }}>
            {statement}
          </Typography>
        )}
      </Box>
    </QuestionFrame>
  );
}
