import Typography from '@mui/material/Typography';
import { isSeverePressure } from '#common/intake/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { DateQuestion, NumberQuestion } from '../../shared/forms/index.js';
import { HighPressure } from './HighPressure.js';
import { isHighPressure, type PressureDraft } from './home-pressure.js';
import { PRESSURE_TEXT as text } from './text/pressure.js';

interface PressureProps {
  draft: PressureDraft;
  onChange: (part: Partial<PressureDraft>) => void;
  /** The id and the error of a control; `onLeave` where a number is checked once it was left. */
  control: (name: keyof PressureDraft) => { id: string; error?: string; onLeave?: () => void };
  heading: 'h2' | 'h3';
}

/** The patient's own blood pressure, and what to do where it is high, without waiting for the form to be sent. */
export function HomePressure({ draft, onChange, control, heading }: PressureProps) {
  const { onLeave: _none, ...day } = control('measuredOn');
  return (
    <>
      <Typography variant="h3" component={heading}>
        {text.title}
      </Typography>
      <Typography>{text.hint}</Typography>
      {(['systolic', 'diastolic'] as const).map((part) => (
        <NumberQuestion
          key={part}
          {...control(part)}
          label={text[part]}
          unit="mmHg"
          integer
          value={draft[part]}
          onChange={(value) => onChange({ [part]: value })}
        />
      ))}
      <Advice draft={draft} />
      <DateQuestion
        {...day}
        label={text.measuredOn}
        value={draft.measuredOn}
        onChange={(measuredOn) => onChange({ measuredOn })}
      />
    </>
  );
}

function Advice({ draft }: { draft: PressureDraft }) {
  const { systolic, diastolic } = draft;
  if (isHighPressure(draft) && isSeverePressure(systolic, diastolic))
    return <EmergencyCard kind="blood_pressure" />;
  // Always there, so that it is read out when it fills.
  return <div role="status">{isHighPressure(draft) && <HighPressure />}</div>;
}
