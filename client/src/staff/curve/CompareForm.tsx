import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { FORMULATION_IDS, FORMULATIONS, isFormulationId, usualStart } from '#common/clinical/formulations.js';
import { humanize } from '../../shared/ui/index.js';
import { SmallField } from '../forms/SmallField.js';
import { CURVE_TEXT as words } from './text/en.js';

export interface Regimen {
  formulation: string;
  dose: string;
  frequency: string;
}
interface CompareFormProps {
  start: Regimen;
  shown: boolean;
  problems: Record<string, string>;
  onShow: (proposed: Regimen | null) => void;
}
const DOSE = /^\d{1,4}(\.\d{1,3})?$/;

/** A dose to compare with the current one. */
export function CompareForm({ start, shown, problems, onShow }: CompareFormProps) {
  const [form, setForm] = useState(start);
  const [bad, setBad] = useState(false);
  const offered: readonly string[] = isFormulationId(form.formulation)
    ? FORMULATIONS[form.formulation].frequencies
    : [form.frequency];
  const product = (formulation: string) => {
    // Milligrams of one product say nothing about another.
    if (formulation === start.formulation || !isFormulationId(formulation))
      return setForm({ ...start, formulation });
    const { dose, frequency } = usualStart(formulation);
    return setForm({ formulation, dose: String(dose), frequency });
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = !(DOSE.test(form.dose.trim()) && Number(form.dose) > 0);
    setBad(wrong);
    if (!wrong) onShow({ ...form, dose: form.dose.trim() });
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={words.compare}
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <Typography sx={{ fontWeight: 600 }}>{words.compare}</Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(90px, 1fr) minmax(0, 1.2fr)' },
        }}
      >
        <SmallField
          id="curve-formulation"
          type="select"
          label={words.formulation}
          value={form.formulation}
          onChange={product}
          error={problems['formulation']}
        >
          {FORMULATION_IDS.filter((id) => FORMULATIONS[id].dose.kind !== 'none').map((id) => (
            <option key={id} value={id}>
              {FORMULATIONS[id].name}
            </option>
          ))}
        </SmallField>
        <SmallField
          id="curve-dose"
          inputMode="decimal"
          label={words.dose}
          value={form.dose}
          onChange={(dose) => setForm({ ...form, dose })}
          error={bad ? words.badDose : problems['dose']}
        />
        <SmallField
          id="curve-frequency"
          type="select"
          label={words.frequency}
          value={form.frequency}
          onChange={(frequency) => setForm({ ...form, frequency })}
          error={problems['frequency']}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {humanize(one)}
            </option>
          ))}
        </SmallField>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button type="submit" size="small" variant="outlined">
          {words.show}
        </Button>
        {shown && (
          <Button size="small" onClick={() => onShow(null)}>
            {words.clear}
          </Button>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {words.lead}
        </Typography>
      </Box>
    </Box>
  );
}
