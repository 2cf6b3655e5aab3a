import Box from '@mui/material/Box';
import { ExportButton, useListContext, type RaRecord } from 'react-admin';
import { saveFile } from '../../shared/ui/index.js';
import { listCsv, type CsvColumns } from './listCsv.js';
import { localToday } from '../kit/localToday.js';
import { SavedFilters } from './SavedFilters.js';
import type { PageParams } from './usePageParams.js';

interface ListToolsProps<Row extends RaRecord> {
  place: PageParams;
  csv: CsvColumns<Row> | undefined;
  /** Where the table puts the choice of its columns. */
  columns: (place: HTMLElement | null) => void;
}

/** Saved filters, the choice of columns, and the export of a list. */
export function ListTools<Row extends RaRecord>({ place, csv, columns }: ListToolsProps<Row>) {
  const { resource, total } = useListContext<Row>();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
        alignItems: 'center',
        gap: 0.5,
        marginBottom: 1,
      }}
    >
      <SavedFilters resource={resource} place={place} />
      <Box component="span" ref={columns} />
      {csv && (
        <ExportButton
          disabled={!total}
          exporter={(rows) =>
            saveFile(
              new Blob([listCsv(rows as Row[], csv)], { type: 'text/csv;charset=utf-8' }),
              `${resource}-${localToday()}.csv`,
            )
          }
        />
      )}
    </Box>
  );
}
