import Box from '@mui/material/Box';
import { scrollRoom } from './QuestionFrame.js';

interface ChoiceProps {
  type: 'radio' | 'checkbox';
  id: string;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  'aria-describedby'?: string | undefined;
  'aria-required'?: boolean;
  'aria-invalid'?: boolean | undefined;
}

/**
 * The native radio button or checkbox, stretched invisibly over its row, so that the whole row is
 * the target; the visible control is drawn beside it. The row must be `position: relative`.
 */
export function Choice({ onChange, checked, ...rest }: ChoiceProps) {
  const round = rest.type === 'radio';
  return (
    <>
      <Box
        component="input"
        {...rest}
        checked={checked}
        onChange={(event: { target: { checked: boolean } }) => onChange(event.target.checked)}
        sx={{
          position: 'absolute',
          inset: 0,
          width: '100%',
          height: '100%',
          margin: 0,
          opacity: 0,
          cursor: 'pointer',
          ...scrollRoom,
        }}
      />
      <Box
        component="svg"
        viewBox="0 0 24 24"
        aria-hidden
        sx={(theme) => ({
          width: 24,
          height: 24,
          flex: 'none',
          fill: 'none',
          strokeWidth: 2,
          stroke: checked ? theme.vars.palette.primary.main : theme.vars.palette.portal.inputBorder,
        })}
      >
        {round ? <circle cx="12" cy="12" r="9.5" /> : <rect x="2.5" y="2.5" width="19" height="19" rx="4" />}
        {checked &&
          (round ? (
            <RoundMark />
          ) : (
            <path d="M6.5 12.5l3.8 3.8 7.2-8" strokeWidth="2.6" strokeLinecap="round" />
          ))}
      </Box>
    </>
  );
}

const RoundMark = () => <circle cx="12" cy="12" r="3.2" strokeWidth="4" />;
