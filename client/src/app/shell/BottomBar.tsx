import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { BOTTOM, border } from './measures.js';
import { MoreSheet } from './MoreSheet.js';
import { ACCOUNT, type NavEntry } from './navigation.js';
import { NavItem } from './NavItem.js';
import { mainText } from './text/en.js';

export function BottomBar({ entries }: { entries: NavEntry[] }) {
  const own = entries.filter((entry) => entry.to !== '/dashboard');
  const chosen = own.filter((entry) => entry.inBar);
  const inBar = chosen.length > 0 ? chosen : own.length > 0 ? own.slice(0, 4) : entries;
  const rest = entries.filter((entry) => !inBar.includes(entry));
  return (
    <Box
      component="nav"
      aria-label={mainText}
      sx={(theme) => ({
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        display: 'flex',
        backgroundColor: theme.vars.palette.background.paper,
        borderTop: border(theme),
        paddingBottom: 'env(safe-area-inset-bottom)',
      })}
    >
      <GlobalStyles styles={{ ':root': { '--bottom-bar': `${BOTTOM}px` } }} />
      {inBar.map((entry) => (
        <NavItem key={entry.to} entry={entry} look="bottom" />
      ))}
      <MoreSheet entries={[...rest, ACCOUNT]} />
    </Box>
  );
}
