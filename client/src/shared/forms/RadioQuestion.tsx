import Box from '@mui/material/Box';
import { Choice } from './Choice.js';
import { QuestionFrame, type QuestionProps } from './QuestionFrame.js';

export interface RadioOption<T> {
  value: T;
  label: string;
}
interface RadioProps<T> extends QuestionProps<T | undefined> {
  options: readonly RadioOption<T>[];
  /** `row`: short answers side by side; `scale`: numbers on one line. */
  layout?: 'row' | 'scale';
}

export function RadioQuestion<T extends string | number | boolean>({
  value,
  onChange,
  options,
  layout = 'row',
  ...question
}: RadioProps<T>) {
  const { id } = question;
  const scale = layout === 'scale';
  const columns = scale
    ? `repeat(${options.length}, minmax(44px, 64px))`
    : `repeat(auto-fill, minmax(min(${options.length === 2 ? '140px' : '190px'}, 100%), 1fr))`;
  return (
    <QuestionFrame {...question} group="radios">
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: columns,
          // Six answers of 44 px fit on one line of a 320 px screen.
          gap: scale ? { xs: 0.5, sm: 1 } : 1,
          maxWidth: options.length === 2 ? 340 : undefined,
        }}
      >
        {options.map((option, index) => (
          <RadioRow
            key={option.label}
            id={index === 0 ? id : `${id}-${index}`}
            name={id}
            label={option.label}
            checked={option.value === value}
            onChoose={() => onChange(option.value)}
            scale={scale}
          />
        ))}
      </Box>
    </QuestionFrame>
  );
}

interface RowProps {
  id: string;
  name: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  scale: boolean;
}

/** One answer as a 48 px row that is clickable across its full width. */
function RadioRow({ id, name, label, checked, onChoose, scale }: RowProps) {
  return (
    <Box
      component="label"
      htmlFor={id}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        flexDirection: scale ? 'column' : 'row',
        justifyContent: scale ? 'center' : 'flex-start',
        alignItems: 'center',
        gap: scale ? 0.5 : 1.25,
        minHeight: scale ? 64 : 48,
        paddingInline: scale ? 0.5 : 1.75,
        paddingBlock: 0.75,
        borderRadius: '8px',
        border: `1px solid ${theme.vars.palette.portal.inputBorder}`,
        backgroundColor: theme.vars.palette.background.paper,
        cursor: 'pointer',
        '&:hover': { borderColor: theme.vars.palette.text.primary },
        ...(checked && {
          borderColor: theme.vars.palette.primary.main,
          boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
          fontWeight: 600,
        }),
        '&:has(input:focus-visible)': {
          outline: `3px solid ${theme.vars.palette.primary.main}`,
          outlineOffset: 2,
        },
      })}
    >
      <Choice type="radio" id={id} name={name} checked={checked} onChange={onChoose} />
      <span>{label}</span>
    </Box>
  );
}
