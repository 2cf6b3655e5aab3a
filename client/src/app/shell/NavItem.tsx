import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { lazy, Suspense, useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isCurrent, type NavEntry } from './navigation.js';

const InboxBadge = lazy(() => import('../../staff/inbox/InboxBadge.js'));
const UnreadBadge = lazy(() => import('../../patient/messages/UnreadBadge.js'));

type Look = 'top' | 'side' | 'bottom' | 'sheet';

/** One navigation entry, in any of the four places it can appear. */
export function NavItem({
  entry,
  look,
  collapsed,
  onGo,
}: {
  entry: NavEntry;
  look: Look;
  collapsed?: boolean;
  onGo?: () => void;
}) {
  const { pathname } = useLocation();
  const current = isCurrent(entry, pathname);
  const { Icon } = entry;
  const badge = useId();
  const counted = entry.waiting !== undefined || entry.unread === true;
  const link = (
    <ButtonBase
      component={Link}
      to={entry.to}
      onClick={onGo}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed || (look === 'bottom' && entry.short) ? entry.label : undefined}
      aria-describedby={counted ? badge : undefined}
      title={collapsed ? entry.label : undefined}
      sx={(theme) => {
        const { palette } = theme.vars;
        const common = {
          color: current ? palette.primary.main : palette.text.secondary,
          fontSize: '1rem',
          fontWeight: current ? 650 : 500,
          borderRadius: '8px',
          '&:hover': { color: palette.primary.main },
        };
        if (look === 'top') {
          return {
            ...common,
            minHeight: 46,
            paddingInline: { md: 1.25, lg: 1.75 },
            fontSize: { md: '0.9375rem', lg: '1rem' },
            whiteSpace: 'nowrap',
            borderRadius: 0,
            boxShadow: current ? `inset 0 -3px ${palette.primary.main}` : 'none',
          };
        }
        if (look === 'bottom') {
          return {
            ...common,
            // As wide as its label needs: five equal parts would cut the longest one on a narrow phone.
            flex: '1 1 auto',
            minWidth: 44,
            minHeight: 58,
            flexDirection: 'column',
            gap: 0.25,
            fontSize: { xs: '0.75rem', sm: '0.8125rem' },
          };
        }
        return {
          ...common,
          minHeight: look === 'sheet' ? 52 : 44,
          paddingInline: 1.5,
          gap: 1.5,
          justifyContent: collapsed ? 'center' : 'flex-start',
          backgroundColor: current ? palette.portal.tones.neutral.ground : 'transparent',
        };
      }}
    >
      {look !== 'top' && <Icon />}
      {!collapsed && (look === 'bottom' ? (entry.short ?? entry.label) : entry.label)}
    </ButtonBase>
  );
  if (!counted) return link;
  const place = look === 'top' ? 'above' : collapsed || look === 'bottom' ? 'corner' : 'beside';
  // Next to the link, not inside it, so that the link's accessible name is only its label.
  return (
    <Box sx={{ position: 'relative', display: 'grid', flex: look === 'bottom' ? '1 1 auto' : undefined }}>
      {link}
      <Suspense>
        {entry.waiting && <InboxBadge part={entry.waiting} id={badge} place={place} />}
        {entry.unread && <UnreadBadge id={badge} place={place} />}
      </Suspense>
    </Box>
  );
}
