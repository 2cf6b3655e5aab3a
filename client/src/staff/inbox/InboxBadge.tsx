import type { InboxResponse } from '#common/api/index.js';
import { CountBadge, type BadgePlace } from '../../shared/ui/CountBadge.js';
import { countText, INBOX_TEXT as words } from './text/en.js';
import { useInbox } from './useInbox.js';

interface InboxBadgeProps {
  part: keyof InboxResponse;
  id: string;
  place: BadgePlace;
}

/** The number of items waiting behind a navigation entry. */
export default function InboxBadge({ part, id, place }: InboxBadgeProps) {
  const count = useInbox().data?.[part] ?? 0;
  if (count === 0) return null;
  return <CountBadge id={id} label={words.badge(count)} count={countText(count)} place={place} />;
}
