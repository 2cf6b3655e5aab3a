import ButtonBase from '@mui/material/ButtonBase';
import { Link, useLocation } from 'react-router-dom';
import { isCurrent, type NavEntry } from '../navigation.js';

type Look = 'top' | 'side' | 'bottom' | 'sheet';

/** One navigation entry in the four places it can stand. */
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
  return (
    <ButtonBase
      component={Link}
      to={entry.to}
      onClick={onGo}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? entry.label : undefined}
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
            minHeight: 44,
            paddingInline: 1.5,
            borderRadius: 0,
            boxShadow: current ? `inset 0 -3px ${palette.primary.main}` : 'none',
          };
        }
        if (look === 'bottom') {
          return {
            ...common,
            flex: 1,
            minHeight: 58,
            flexDirection: 'column',
            gap: 0.25,
            fontSize: '0.8125rem',
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
      {!collapsed && entry.label}
    </ButtonBase>
  );
}
