import CheckOutlined from '@mui/icons-material/CheckOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '../../shared/ui/index.js';
import { quantityUnit } from '../../shared/ui/quantity.js';
import { localToday } from '../cases/clinicalFacts.js';
import { SmallField } from '../kit/SmallField.js';
import { checkOrder, isNumeric, ORDER_FIELDS, type OrderForm, type PlanDose } from './order.js';
import { EDIT_TEXT as words } from './text/en.js';

interface OrderFieldsProps {
  form: OrderForm;
  onChange: (form: OrderForm) => void;
  problems: Record<string, string>;
  formulation: string;
  plan: PlanDose;
}

/** The seven fields of an order, and beside them what the numbers come to while they are typed. */
export function OrderFields({ form, onChange, problems, formulation, plan }: OrderFieldsProps) {
  const unit = quantityUnit(formulation);
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
        {ORDER_FIELDS.map((name) => (
          <Box key={name} sx={{ gridColumn: name === 'drug' ? '1 / -1' : undefined, minWidth: 0 }}>
            <SmallField
              id={`rx-${name}`}
              label={words.fields[name]}
              inputMode={isNumeric(name) ? 'decimal' : undefined}
              value={form[name]}
              onChange={(value) => onChange({ ...form, [name]: value })}
              error={problems[name]}
              hint={name === 'quantity' && unit ? words.countedIn(unit) : undefined}
            />
          </Box>
        ))}
      </Box>
      <Arithmetic form={form} formulation={formulation} plan={plan} />
    </>
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
                  Look again:{' '}
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
