import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { FORMULATIONS, FORMULATION_IDS, isFormulationId } from '#common/clinical/formulations.js';
import { OVER_MAXIMUM, overMaximum } from '#common/clinical/titration-wish.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { ActionDialog } from '../forms/ActionDialog.js';
import { ClinicalStrip } from '../kit/ClinicalStrip.js';
import { RuleEvidence } from '../kit/Evidence.js';
import { NamedRule } from '../forms/NamedRule.js';
import { PatientFacts } from '../kit/PatientBanner.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { formulationName } from '../kit/words.js';
import { WRITE_PLAN_TEXT as words } from './text/decisions.js';

interface DialogProps {
  detail: CaseDetail;
  name: string;
  onClose: () => void;
}

type Wish = Parameters<typeof overMaximum>[0];
const EMPTY = { formulation: '', dose: '', frequency: '', route: '', override_reason: '' };

/** What is written, with what speaks against it, and its saving. */
function useWrittenPlan({ detail, name, onClose }: DialogProps) {
  const staff = useStaff();
  const [version, setVersion] = useState(detail.case.version);
  const [form, setForm] = useState(EMPTY);
  const [named, setNamed] = useState<readonly string[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const product = isFormulationId(form.formulation) ? FORMULATIONS[form.formulation] : null;
  const saving = useSave<{ version: number }>({
    send: (key) =>
      staff.writePlan(
        detail.id,
        {
          ...form,
          dose: Number(form.dose),
          override_reason: form.override_reason.trim(),
          ...(named.length > 0 && { overrides: [...named] }),
          version,
        },
        key,
      ),
    done: words.done(name),
    onClose,
    onConflict: (current) => setVersion(current.version),
  });
  function change(next: Partial<typeof EMPTY>) {
    saving.edited();
    setForm({ ...form, ...next });
  }
  function choose(id: string) {
    if (!isFormulationId(id)) return change({ ...EMPTY, override_reason: form.override_reason });
    const { starting_dose: dose, frequencies, routes } = FORMULATIONS[id];
    return change({
      formulation: id,
      dose: dose === null ? '' : String(dose),
      frequency: frequencies[0],
      route: routes[0],
    });
  }
  function confirm() {
    const found: Record<string, string> = {};
    if (!product) found['formulation'] = words.missing.formulation;
    if (!(Number(form.dose) > 0)) found['dose'] = words.missing.dose;
    if (!form.override_reason.trim()) found['override_reason'] = words.missing.override_reason;
    setProblems(found);
    if (Object.keys(found).length === 0) saving.save();
  }
  const tooHigh = product !== null && overMaximum({ ...form, dose: Number(form.dose) } as Wish);
  // The refusal names what else is overridden, such as a restart after a stop for safety.
  const asked = [...new Set([...(tooHigh ? [OVER_MAXIMUM] : []), ...saving.keptBackBy, ...named])];
  const problem = (field: string) => problems[field] ?? saving.fields[field];
  function nameRule(rule: string, checked: boolean) {
    saving.edited();
    setNamed(checked ? [...named, rule] : named.filter((one) => one !== rule));
  }
  return { form, change, choose, product, confirm, saving, asked, named, nameRule, problem };
}

/** A plan written by a clinician where the rules drafted none, with the rules against it in view. */
export function WritePlanDialog(props: DialogProps) {
  const { detail, name, onClose } = props;
  const plan = useWrittenPlan(props);
  const { form, change, saving, asked, named, nameRule, problem } = plan;
  return (
    <ActionDialog
      title={words.title(name)}
      onClose={onClose}
      confirm={{ label: words.confirm, onConfirm: plan.confirm, busy: saving.busy }}
      error={saving.problem(words.failed, words.again, 'this case')}
      wide
      readFirst
    >
      <Stack spacing={2}>
        <PatientFacts detail={detail} />
        <ClinicalStrip detail={detail} />
        <RuleEvidence rules={detail.rules.filter((rule) => rule.severity !== 'info')} />
        <Typography>{words.lead}</Typography>
        <Regimen plan={plan} />
        <SmallField
          id="plan-reason"
          type="multiline"
          label={words.reason}
          hint={words.reasonHint}
          value={form.override_reason}
          onChange={(value) => change({ override_reason: value })}
          error={problem('override_reason')}
        />
        {asked.map((rule) => (
          <NamedRule
            key={rule}
            rule={rule}
            checked={named.includes(rule)}
            onChange={(checked) => nameRule(rule, checked)}
            problem={named.includes(rule) ? undefined : problem('overrides')}
          />
        ))}
      </Stack>
    </ActionDialog>
  );
}

function Regimen({
  plan: { form, product, choose, change, problem },
}: {
  plan: ReturnType<typeof useWrittenPlan>;
}) {
  return (
    <>
      <SmallField
        id="plan-product"
        type="select"
        label={words.product}
        value={form.formulation}
        onChange={choose}
        error={problem('formulation')}
      >
        <option value="">{words.choose}</option>
        {FORMULATION_IDS.map((id) => (
          <option key={id} value={id}>
            {formulationName(id)}
          </option>
        ))}
      </SmallField>
      {product && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(3, minmax(0, 1fr))' } }}>
          <SmallField
            id="plan-dose"
            inputMode="decimal"
            label={words.dose}
            value={form.dose}
            onChange={(dose) => change({ dose })}
            error={problem('dose')}
          />
          <SmallField
            id="plan-frequency"
            type="select"
            label={words.frequency}
            value={form.frequency}
            onChange={(frequency) => change({ frequency })}
            error={problem('frequency')}
          >
            {product.frequencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SmallField>
          <SmallField
            id="plan-route"
            type="select"
            label={words.route}
            value={form.route}
            onChange={(route) => change({ route })}
            error={problem('route')}
          >
            {product.routes.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SmallField>
        </Box>
      )}
    </>
  );
}
