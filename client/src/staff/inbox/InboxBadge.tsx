import Box from '@mui/material/Box';
import type { InboxResponse } from '../../../../common/api/index.js';
import { countText, INBOX_TEXT as words } from './text/en.js';
import { useInbox } from './useInbox.js';

interface InboxBadgeProps {
  part: keyof InboxResponse;
  /** Describes the count for its link. */
  id: string;
  /** At the corner of an icon, where there is no room beside the label. */
  corner: boolean;
}

/** The number of items waiting behind a navigation entry. */
export default function InboxBadge({ part, id, corner }: InboxBadgeProps) {
  const count = useInbox().data?.[part] ?? 0;
  if (count === 0) return null;
  return (
    <Box
      component="span"
      id={id}
      aria-label={words.badge(count)}
      role="img"
      className="tabular"
      sx={(theme) => ({
        minWidth: 22,
        padding: '0 6px',
        borderRadius: '11px',
        fontSize: '0.8125rem',
        fontWeight: 650,
        lineHeight: '22px',
        textAlign: 'center',
        color: theme.vars.palette.portal.tones.warning.ink,
        backgroundColor: theme.vars.palette.portal.tones.warning.ground,
        position: 'absolute',
        pointerEvents: 'none',
        ...(corner
          ? { top: 2, left: 'calc(50% + 6px)', fontSize: '0.6875rem', lineHeight: '18px' }
          : { top: 'calc(50% - 11px)', right: 12 }),
      })}
    >
      {countText(count)}
    </Box>
  );
}
