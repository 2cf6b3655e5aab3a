import Button from '@mui/material/Button';
import type { DoseUnit } from '#common/vocabulary/index.js';
import { formatNumber, Notice } from '../../shared/ui/index.js';
import { DOSES_TEXT as text } from './text/en.js';

interface OddAmountProps {
  dose: number;
  unit: DoseUnit;
  /** mg */
  planned: number;
  meant: DoseUnit | null;
  onMeant: (unit: DoseUnit) => void;
}
const amount = (dose: number, unit: DoseUnit): string => `${formatNumber(dose)} ${text.units[unit]}`;

/** Asks back about an amount far off the dose; it is not refused. */
export function OddAmount({ dose, unit, planned, meant, onMeant }: OddAmountProps) {
  const told = amount(dose, unit);
  return (
    <Notice
      tone="warning"
      role="alert"
      title={meant ? text.meant(amount(dose, meant)) : text.odd(told)}
      action={
        meant && (
          <Button variant="outlined" color="inherit" onClick={() => onMeant(meant)}>
            {text.change(amount(dose, meant))}
          </Button>
        )
      }
    >
      {text.oddWhy(text.mg(planned), told)}
    </Notice>
  );
}
