import { formatDate, humanize, Panel } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { FactList } from '../kit/FactList.js';
import { ENDED_TEXT as words } from './text/en.js';

/** How the last treatment ended: why, when, who decided, and any note. */
export function EndOfTreatment({ detail, earlier = false }: { detail: CaseDetail; earlier?: boolean }) {
  const { discontinuation: end } = detail;
  if (!end) return null;
  const title = earlier ? words.earlier : words.ended;
  return (
    <Panel title={title(formatDate(end.effective_date))}>
      <FactList
        facts={[
          [words.reason, humanize(end.reason_code)],
          ...(end.note ? [[words.note, end.note] as const] : []),
          [words.by, words.recorded(end.decided_by, formatDate(end.decided_at))],
          [words.labs, end.follow_up_labs ? words.wanted : words.notWanted],
        ]}
      />
    </Panel>
  );
}
