import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { PdmpCheck } from '#common/api/index.js';
import { formatDate } from '../../shared/ui/index.js';
import { SmallField } from '../forms/SmallField.js';
import { useSave } from '../forms/useSave.js';
import { useStaff } from '../data/useStaff.js';
import { PDMP_TEXT as words } from './text/pdmp.js';

interface DiscrepancyProps {
  caseId: string;
  check: PdmpCheck;
  onResolved: () => void;
}

/** A discrepancy stays open until someone records how it was resolved; later queries do not explain it. */
export function Discrepancy({ caseId, check, onResolved }: DiscrepancyProps) {
  const staff = useStaff();
  const [reason, setReason] = useState('');
  const { busy, fields, save, edited, problem } = useSave({
    send: (key) => staff.resolvePdmpCheck(caseId, check.id, reason.trim(), key),
    done: words.resolvedDone,
    onClose: onResolved,
  });
  if (check.resolved) {
    const { by, at, reason: given } = check.resolved;
    return <Box>{words.resolved(by, formatDate(at), given)}</Box>;
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start', marginY: 1 }}>
      <SmallField
        id={`pdmp-resolve-${check.id}`}
        label={words.resolveReason(formatDate(check.queried_on))}
        value={reason}
        onChange={(text) => {
          edited();
          setReason(text);
        }}
        error={fields['reason']}
      />
      {problem(words.resolveFailed)}
      <Button size="small" variant="outlined" loading={busy} onClick={save}>
        {words.resolve}
      </Button>
    </Box>
  );
}
