import CheckOutlined from '@mui/icons-material/CheckOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FORMULATIONS, FREQUENCIES, isFormulationId, ROUTES } from '#common/clinical/formulations.js';
import { parseFrequency, parseRoute } from '#common/clinical/order-words.js';
import { VIAL_KINDS } from '#common/clinical/facts.js';
import { humanize, visuallyHidden } from '../../shared/ui/index.js';
import { quantityUnit } from '../../shared/ui/quantity.js';
import { localToday } from '../kit/localToday.js';
import { SmallField } from '../forms/SmallField.js';
import {
  checkOrder,
  comesInVials,
  FORMULARY,
  isNumeric,
  productOf,
  unreadableDose,
  withDose,
  withProduct,
  type OrderForm,
  type PlanDose,
} from './order.js';
import { FormularyField } from './FormularyField.js';
import { EDIT_TEXT as words } from './text/en.js';

interface OrderFieldsProps {
  form: OrderForm;
  onChange: (form: OrderForm) => void;
  problems: Record<string, string>;
  formulation: string;
  plan: PlanDose;
}

/** An order's fields, with drug, route and frequency from the formulary, and totals calculated while typing. */
export function OrderFields(props: OrderFieldsProps) {
  const { form, onChange, problems, formulation, plan } = props;
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <FormularyField
            id="rx-drug"
            label={words.fields.drug}
            value={form.drug}
            options={FORMULARY.map(({ id, name }) => [id, name] as const)}
            chosen={productOf(form.drug)}
            onChoose={(id) => isFormulationId(id) && onChange(withProduct(form, id))}
            onType={(drug) => onChange({ ...form, drug })}
            error={problems['drug']}
          />
        </Box>
        <Written name="dose" {...props} />
        <Given {...props} />
        {(['quantity', 'refills', 'days_supply'] as const).map((name) => (
          <Written key={name} name={name} {...props} />
        ))}
        <Vial {...props} />
      </Box>
      <Arithmetic form={form} formulation={formulation} plan={plan} />
    </>
  );
}

/** The frequencies and routes the product allows. */
function Given({ form, onChange, problems, formulation }: OrderFieldsProps) {
  const product = productOf(form.drug) ?? (isFormulationId(formulation) ? formulation : null);
  const { routes, frequencies } = product
    ? FORMULATIONS[product]
    : { routes: ROUTES, frequencies: FREQUENCIES };
  const route = parseRoute(form.route);
  const frequency = parseFrequency(form.frequency);
  const set = (change: Partial<OrderForm>) => onChange({ ...form, ...change });
  return (
    <>
      <FormularyField
        id="rx-frequency"
        label={words.fields.frequency}
        value={form.frequency}
        options={frequencies.map((one) => [one, humanize(one)] as const)}
        chosen={frequency && frequencies.includes(frequency) ? frequency : null}
        onChoose={(code) => set({ frequency: code })}
        onType={(text) => set({ frequency: text })}
        error={problems['frequency']}
      />
      <FormularyField
        id="rx-route"
        label={words.fields.route}
        value={form.route}
        options={routes.map((one) => [one, humanize(one)] as const)}
        chosen={route && routes.includes(route) ? route : null}
        onChoose={(code) => set({ route: code })}
        onType={(text) => set({ route: text })}
        error={problems['route']}
      />
    </>
  );
}

function Written(props: OrderFieldsProps & { name: 'dose' | 'quantity' | 'refills' | 'days_supply' }) {
  const { name, form, onChange, problems, formulation } = props;
  const unit = quantityUnit(productOf(form.drug) ?? formulation);
  return (
    <SmallField
      id={`rx-${name}`}
      label={words.fields[name]}
      inputMode={isNumeric(name) ? 'decimal' : undefined}
      value={form[name]}
      onChange={(value) => onChange(name === 'dose' ? withDose(form, value) : { ...form, [name]: value })}
      error={problems[name] ?? (name === 'dose' ? unreadableDose(form.dose) : null)}
      hint={name === 'quantity' && unit ? words.countedIn(unit) : undefined}
    />
  );
}

/** For products drawn from vials. An order written as "Other" may be one too. */
function Vial({ form, onChange, problems, formulation }: OrderFieldsProps) {
  const product = productOf(form.drug) ?? (isFormulationId(formulation) ? formulation : null);
  if (!comesInVials(product)) return null;
  return (
    <SmallField
      id="rx-vial"
      type="select"
      label={words.vial}
      hint={words.vialHint[form.vial || 'unnamed']}
      value={form.vial}
      onChange={(value) => onChange({ ...form, vial: VIAL_KINDS.find((kind) => kind === value) ?? '' })}
      error={problems['vial']}
    >
      <option value="">{words.vials.unnamed}</option>
      {VIAL_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {words.vials[kind]}
        </option>
      ))}
    </SmallField>
  );
}

function Arithmetic({ form, formulation, plan }: Pick<OrderFieldsProps, 'form' | 'formulation' | 'plan'>) {
  const findings = checkOrder(form, formulation, plan, localToday());
  if (findings.length === 0) return null;
  return (
    <Box
      role="status"
      sx={(theme) => ({
        padding: '12px 16px',
        borderRadius: '10px',
        backgroundColor: theme.vars.palette.background.sunken,
      })}
    >
      <Typography component="h3" sx={{ fontWeight: 650, marginBottom: 0.5 }}>
        {words.check}
      </Typography>
      <Box component="ul" className="tabular" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {findings.map(({ ok, text }) => (
          <Box
            key={text}
            component="li"
            sx={{ display: 'flex', gap: 1, paddingBlock: 0.25, color: ok ? undefined : 'error.main' }}
          >
            {ok ? <CheckOutlined sx={{ color: 'success.main' }} /> : <WarningAmberOutlined />}
            <span>
              {!ok && (
                <Box component="span" sx={visuallyHidden}>
                  {words.recheck}
                </Box>
              )}
              {text}
            </span>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
