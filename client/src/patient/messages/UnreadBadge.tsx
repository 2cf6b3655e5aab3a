import { useQuery } from '@tanstack/react-query';
import { CountBadge, type BadgePlace } from '../../shared/ui/CountBadge.js';
import { messagesQuery, unreadIn } from '../data/queries.js';
import { MESSAGES_TEXT as text } from './text/en.js';

/** The number of unread messages from the care team; no badge while it is unknown. */
export default function UnreadBadge({ id, place }: { id: string; place: BadgePlace }) {
  const unread = unreadIn(useQuery(messagesQuery).data);
  if (unread === 0) return null;
  return <CountBadge id={id} label={text.unread(unread)} count={String(unread)} place={place} />;
}
