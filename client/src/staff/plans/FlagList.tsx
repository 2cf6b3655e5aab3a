import Box from '@mui/material/Box';
import type { PlanFlag } from '#common/api/index.js';
import { formatDate, Notice } from '../../shared/ui/index.js';
import { openFlags, ruleTitle } from '../kit/words.js';
import { FLAG_TEXT as words } from './text/en.js';

export const flagText = (flag: PlanFlag): string =>
  flag.key ? ruleTitle(flag.key) : (flag.text ?? words.noReason);

/** Every flag with who set it and when: open flags as a warning, cleared ones as history. */
export function FlagList({ flags }: { flags: readonly PlanFlag[] }) {
  const open = openFlags(flags);
  const cleared = flags.filter((flag) => flag.cleared);
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {open.length > 0 && (
        <Notice tone="warning" title={words.title}>
          <Lines flags={open} />
        </Notice>
      )}
      {cleared.length > 0 && (
        <Notice tone="info" title={words.clearedTitle}>
          <Lines flags={cleared} />
        </Notice>
      )}
    </Box>
  );
}

function Lines({ flags }: { flags: readonly PlanFlag[] }) {
  return (
    <Box component="ul" sx={{ margin: 0, paddingLeft: 2.5 }}>
      {flags.map((flag) => (
        <li key={`${flag.at}${flag.key ?? flag.text ?? ''}`}>
          {flagText(flag)}{' '}
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
            ({words.by(flag.by ?? words.byRule, formatDate(flag.at))})
            {flag.cleared &&
              ` ${words.cleared(flag.cleared.by ?? words.byRule, formatDate(flag.cleared.at), flag.cleared.reason)}`}
          </Box>
        </li>
      ))}
    </Box>
  );
}
