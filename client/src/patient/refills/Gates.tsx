import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PrescriptionSupply, RefillGateKey } from '#common/api/index.js';
import { formatDate, TextLink } from '../../shared/ui/index.js';
import { useToday } from '../kit/useToday.js';
import { gatesSoon, missingGates } from './supply-now.js';
import { REFILLS_TEXT as text } from './text/en.js';

const WHERE: Partial<Record<RefillGateKey, { to: string; label: string }>> = {
  labs: { to: '/trt/patient/lab-visit', label: text.gateAct.labs },
  consent: { to: '/trt/patient/education', label: text.gateAct.consent },
  education: { to: '/trt/patient/education', label: text.gateAct.education },
  check_in: { to: '/trt/patient/progress', label: text.gateAct.check_in },
};

/** What holds a refill back now or soon, each with its date and a link. */
export function Gates({ supply }: { supply: PrescriptionSupply }) {
  const today = useToday();
  const missing = missingGates(supply);
  const soon = gatesSoon(supply, today);
  if (missing.length + soon.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {missing.length > 0 && (
        <div>
          <Typography sx={{ fontWeight: 650 }}>{text.missing}</Typography>
          <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
            {missing.map(({ key, due_on }) => {
              const act = WHERE[key];
              return (
                <li key={key}>
                  {text.gate[key](due_on && due_on < today ? formatDate(due_on) : null)}{' '}
                  {act && <TextLink to={act.to}>{act.label}</TextLink>}
                </li>
              );
            })}
          </Box>
        </div>
      )}
      {soon.length > 0 && (
        <Typography>
          <Box component="span" sx={{ fontWeight: 650 }}>
            {text.soon}:
          </Box>{' '}
          {soon
            .map(({ key, due_on }) =>
              text.gateSoon[key === 'check_in' ? 'check_in' : 'labs'](formatDate(due_on)),
            )
            .join(', ')}
        </Typography>
      )}
    </Box>
  );
}
