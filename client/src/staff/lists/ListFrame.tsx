import { useState, type ReactNode } from 'react';
import { ListContextProvider, ResourceContextProvider, type RaRecord } from 'react-admin';
import { Panel } from '../../shared/ui/index.js';
import { ColumnsPlace } from './ColumnsMenu.js';
import { ListBody, type ListBodyProps } from './ListBody.js';
import type { CsvColumns } from './listCsv.js';
import { ListTools } from './ListTools.js';
import type { StaffList } from './useStaffList.js';
import { Pager } from './Worklist.js';

interface ListFrameProps<Row extends RaRecord> extends Omit<ListBodyProps<Row>, 'list' | 'children'> {
  title: string;
  list: StaffList<Row>;
  /** What an export has of each row; without it there is none. */
  csv?: CsvColumns<Row>;
  /** The table. */
  children: ReactNode;
}

/** A staff list in all its states: its tools, the table of its rows, and the pages below. */
export function ListFrame<Row extends RaRecord>({
  title,
  list,
  csv,
  children,
  ...states
}: ListFrameProps<Row>) {
  const { resource, controller, page, perPage, setPage, total = 0 } = list;
  const [columns, setColumns] = useState<HTMLElement | null>(null);
  return (
    <ResourceContextProvider value={resource}>
      <ListContextProvider value={controller}>
        <ListTools place={list.place} csv={csv} columns={setColumns} />
        <Panel title={title} flush hideTitle>
          <ListBody list={list} {...states}>
            {() => (
              <>
                <ColumnsPlace value={columns}>{children}</ColumnsPlace>
                <Pager page={page} perPage={perPage} total={total} onPage={setPage} />
              </>
            )}
          </ListBody>
        </Panel>
      </ListContextProvider>
    </ResourceContextProvider>
  );
}
