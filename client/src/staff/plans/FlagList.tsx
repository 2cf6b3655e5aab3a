import Box from '@mui/material/Box';
import type { PlanFlag } from '../../../../common/api/index.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import { ruleTitle } from '../kit/words.js';
import { FLAG_TEXT as words } from './text/en.js';

export const flagText = (flag: PlanFlag): string =>
  flag.key ? ruleTitle(flag.key) : (flag.text ?? words.noReason);

/** Every open flag with who set it and when. */
export function FlagList({ flags }: { flags: readonly PlanFlag[] }) {
  return (
    <Notice tone="warning" title={words.title}>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
        {flags.map((flag) => (
          <li key={`${flag.at}${flag.key ?? flag.text ?? ''}`}>
            {flagText(flag)}{' '}
            <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
              ({words.by(flag.by ?? words.byRule, formatDate(flag.at))})
            </Box>
          </li>
        ))}
      </Box>
    </Notice>
  );
}
