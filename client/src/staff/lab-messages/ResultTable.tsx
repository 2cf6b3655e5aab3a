import Box from '@mui/material/Box';
import type { LabMessageResult } from '#common/api/lab-messages.js';
import { formatDateTime, StatusChip } from '../../shared/ui/index.js';
import { LAB_MESSAGE_TEXT as words, LAB_MESSAGES_TEXT, understoodText } from './text/en.js';

const { columns } = words;

/** The results of a message as they came, and what each was understood as. */
export function ResultTable({ results }: { results: readonly LabMessageResult[] }) {
  return (
    // Focusable, so that a wide table can be scrolled by keyboard.
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={words.resultTable}>
      <Box
        component="table"
        className="tabular"
        sx={{
          borderCollapse: 'collapse',
          width: '100%',
          '& th, & td': { textAlign: 'left', padding: '6px 16px 6px 0', verticalAlign: 'top' },
          '& thead th': { color: 'text.secondary', fontWeight: 600 },
        }}
      >
        <thead>
          <tr>
            {Object.values(columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {results.map((result, i) => (
            <tr key={i}>
              <th scope="row">
                {result.name}
                <Box sx={{ color: 'text.secondary', fontWeight: 400 }}>{result.code}</Box>
                {result.notes && (
                  <Box sx={{ fontWeight: 400, overflowWrap: 'anywhere', maxWidth: '48ch' }}>
                    {result.notes}
                  </Box>
                )}
              </th>
              <td>
                {result.value} {result.unit}
                {result.critical && (
                  <Box>
                    <StatusChip tone="danger">{LAB_MESSAGES_TEXT.critical}</StatusChip>
                  </Box>
                )}
              </td>
              <td>{result.flags}</td>
              <td>{result.status}</td>
              <td>{formatDateTime(result.collected_at, words.missing)}</td>
              <td>{understoodText(result.analyte)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
