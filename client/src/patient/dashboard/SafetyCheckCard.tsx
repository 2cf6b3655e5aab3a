import { useQuery } from '@tanstack/react-query';
import { ButtonLink, Notice } from '../../shared/ui/index.js';
import { safetyChecksQuery } from '../data/queries.js';
import { SAFETY_CHECK_TEXT as text } from '../safety-check/text/en.js';

/** Shown while a safety check is due; nothing while that cannot be known. */
export function SafetyCheckCard() {
  const { data } = useQuery(safetyChecksQuery);
  if (!data?.due) return null;
  return (
    <Notice
      tone="warning"
      title={text.dueTitle}
      action={
        <ButtonLink to="/trt/patient/safety-check" variant="contained">
          {text.start}
        </ButtonLink>
      }
    >
      {text.due}
    </Notice>
  );
}
