import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { SCALE, type Scale } from '#common/scores/questionnaires.js';
import { RadioQuestion } from '../../shared/forms/index.js';
import { visuallyHidden } from '../../shared/ui/index.js';
import { SCALE_TEXT } from './text/questionnaires.js';
import { PROGRESS_TEXT } from './text/en.js';

export type ScaleAnswers = readonly (number | null)[];

interface ScaleQuestionsProps {
  scale: Scale;
  answers: ScaleAnswers;
  onChange: (answers: ScaleAnswers) => void;
  /** The id and the error of an item's control. */
  control: (name: string) => { id: string; error?: string };
  /** The first item that is asked; the ones before were answered earlier. */
  from?: number;
}

/** One questionnaire of numbered items; any of them may be left blank. */
export function ScaleQuestions({ scale, answers, onChange, control, from = 0 }: ScaleQuestionsProps) {
  const { title, lead, items } = SCALE_TEXT[scale];
  const set = (index: number, value: number) =>
    onChange(items.slice(from).map((_, n) => (n === index ? value : (answers[n] ?? null))));
  return (
    <>
      <div>
        {/* Asked alone, it has its title from the panel around it. */}
        {from === 0 && <Typography variant="h3">{title}</Typography>}
        <Typography sx={{ color: 'text.secondary' }}>{lead}</Typography>
      </div>
      {items.slice(from).map(({ label, options }, index) => (
        <RadioQuestion
          key={label}
          {...control(`${scale}.${index + from}`)}
          label={label}
          value={answers[index] ?? undefined}
          onChange={(value) => value !== undefined && set(index, value)}
          options={options.map((option, n) => ({ value: SCALE[scale].low + n, label: option }))}
        />
      ))}
      {answers.some((answer) => answer !== null) && (
        <Box>
          <Button sx={{ marginLeft: -1.5 }} onClick={() => onChange([])}>
            {PROGRESS_TEXT.form.clear}
            <Box component="span" sx={visuallyHidden}>{`: ${title}`}</Box>
          </Button>
        </Box>
      )}
    </>
  );
}
