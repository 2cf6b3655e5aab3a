import Box from '@mui/material/Box';
import { FORMULATION_IDS, FORMULATIONS, isFormulationId } from '#common/clinical/formulations.js';
import { OVER_MAXIMUM } from '#common/clinical/titration-wish.js';
import { humanize } from '../../shared/ui/index.js';
import { NamedRule } from '../forms/NamedRule.js';
import { SmallField } from '../forms/SmallField.js';
import { aboveMaximum, usualRange, withFormulation, type Adjustment } from './adjustment.js';
import { TITRATION_TEXT as words } from './text/en.js';

interface AdjustmentFieldsProps {
  form: Adjustment;
  onChange: (form: Adjustment) => void;
  problems: Record<string, string>;
  /** The usual range, when the dose is outside it. */
  rangeLeft: string | null;
  /** What is known so far already requires a reason. */
  reasonNeeded: boolean;
  disabled: boolean;
}

/** The six fields of an adjustment; frequency and route offer what the product allows. */
export function AdjustmentFields(props: AdjustmentFieldsProps) {
  const { form, onChange, problems, rangeLeft, reasonNeeded, disabled } = props;
  const product = isFormulationId(form.formulation) ? FORMULATIONS[form.formulation] : null;
  const range = usualRange(form);
  const set = (name: Exclude<keyof Adjustment, 'overMaximum'>) => (value: string) =>
    onChange({ ...form, [name]: value });
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SmallField
          id="wish-formulation"
          type="select"
          label={words.formulation}
          value={form.formulation}
          onChange={(value) => onChange(withFormulation(form, value))}
          error={problems['formulation']}
          disabled={disabled}
        >
          {FORMULATION_IDS.filter((id) => FORMULATIONS[id].dose.kind !== 'none').map((id) => (
            <option key={id} value={id}>
              {FORMULATIONS[id].name}
            </option>
          ))}
        </SmallField>
      </Box>
      <SmallField
        id="wish-dose"
        inputMode="decimal"
        label={words.doseLabel}
        value={form.dose}
        onChange={set('dose')}
        error={problems['dose']}
        hint={range ? words.usual(range) : undefined}
        warning={rangeLeft && words.outside(rangeLeft)}
        disabled={disabled}
      />
      <SmallField
        id="wish-frequency"
        type="select"
        label={words.frequency}
        value={form.frequency}
        onChange={set('frequency')}
        error={problems['frequency']}
        disabled={disabled}
      >
        <Options of={product?.frequencies ?? [form.frequency]} />
      </SmallField>
      <SmallField
        id="wish-route"
        type="select"
        label={words.route}
        value={form.route}
        onChange={set('route')}
        error={problems['route']}
        disabled={disabled}
      >
        <Options of={product?.routes ?? [form.route]} />
      </SmallField>
      <SmallField
        id="wish-timing"
        label={words.timingLabel}
        value={form.timing}
        onChange={set('timing')}
        error={problems['blood_draw_timing']}
        disabled={disabled}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SmallField
          id="wish-reason"
          type="multiline"
          label={words.reason}
          value={form.reason}
          onChange={set('reason')}
          error={problems['reason']}
          hint={reasonNeeded ? words.reasonNeeded : words.reasonHint}
          disabled={disabled}
        />
        {aboveMaximum(form) && (
          <NamedRule
            rule={OVER_MAXIMUM}
            checked={form.overMaximum}
            onChange={(checked) => onChange({ ...form, overMaximum: checked })}
            problem={problems['overrides']}
          />
        )}
      </Box>
    </Box>
  );
}

function Options({ of }: { of: readonly string[] }) {
  return of.map((value) => (
    <option key={value} value={value}>
      {humanize(value)}
    </option>
  ));
}
