import Box from '@mui/material/Box';
import type { Lab, LabResult } from '#common/api/index.js';
import { ANALYTE_BY_KEY } from '#common/clinical/labs.js';
import { formatResult, humanize, StatusChip } from '../../shared/ui/index.js';

/** The values of one panel on one line: name, value, unit, and the flag in words. */
export function LabValues({ results }: { results: Lab['results'] }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 20px' }}>
      {Object.entries(results).map(([key, result]) => (
        <Value key={key} name={key} result={result} />
      ))}
    </Box>
  );
}

function Value({ name, result }: { name: string; result: LabResult }) {
  return (
    <Box
      component="span"
      className="tabular"
      sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {humanize(ANALYTE_BY_KEY.get(name)?.short ?? name)}
      </Box>
      <span>
        {formatResult(result)} {result.unit}
      </span>
      {result.flag !== 'normal' && <StatusChip tone="warning">{result.flag}</StatusChip>}
    </Box>
  );
}
