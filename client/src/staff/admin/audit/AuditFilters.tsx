import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { humanize } from '#client/shared/ui/index.js';
import { ChoiceFilter } from '../../lists/Filters.js';
import { SmallField } from '../../forms/SmallField.js';
import { AUDIT_TEXT as words } from '../text/en.js';
import { OUTCOMES, type FilterForm } from './useAuditFilter.js';

const trimmed = (form: FilterForm): FilterForm => ({
  ...form,
  action: form.action.trim(),
  actor: form.actor.trim(),
  patient: form.patient.trim(),
});

function faultsOf(form: FilterForm): Partial<FilterForm> {
  const { from, to } = form;
  return from && to && to < from ? { to: words.orderFault } : {};
}

interface AuditFiltersProps {
  applied: FilterForm;
  onApply: (form: FilterForm) => void;
}
export function AuditFilters({ applied, onApply }: AuditFiltersProps) {
  const [form, setForm] = useState(applied);
  const [checked, setChecked] = useState(false);
  const faults = checked ? faultsOf(form) : {};
  const set = (name: keyof FilterForm) => (value: string) => setForm({ ...form, [name]: value });
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const wanted = trimmed(form);
    if (Object.keys(faultsOf(wanted)).length === 0) onApply(wanted);
  }
  return (
    <Box
      component="form"
      role="search"
      onSubmit={submit}
      noValidate
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(124px, 100%), 1fr))',
        gap: 1.5,
        alignItems: 'start',
        marginBottom: 2,
      }}
    >
      <SmallField
        id="audit-action"
        label={words.action}
        value={form.action}
        onChange={set('action')}
        hint={words.actionHint}
      />
      <SmallField
        id="audit-actor"
        label={words.actor}
        value={form.actor}
        onChange={set('actor')}
        hint={words.actorHint}
      />
      <SmallField
        id="audit-patient"
        label={words.patient}
        value={form.patient}
        onChange={set('patient')}
        hint={words.patientHint}
      />
      <ChoiceFilter
        id="audit-outcome"
        label={words.outcome}
        value={form.outcome}
        onChange={set('outcome')}
        all={words.all}
        options={OUTCOMES.map((value) => ({ value, label: humanize(value) }))}
      />
      <SmallField id="audit-from" type="date" label={words.from} value={form.from} onChange={set('from')} />
      <SmallField
        id="audit-to"
        type="date"
        label={words.to}
        value={form.to}
        onChange={set('to')}
        error={faults.to}
      />
      <Button
        type="submit"
        variant="contained"
        sx={{ marginTop: { sm: '25px' }, minHeight: 40, gridColumn: { xs: '1 / -1', sm: 'auto' } }}
      >
        {words.apply}
      </Button>
    </Box>
  );
}
