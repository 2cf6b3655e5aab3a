import KeyboardDoubleArrowLeftOutlined from '@mui/icons-material/KeyboardDoubleArrowLeftOutlined';
import KeyboardDoubleArrowRightOutlined from '@mui/icons-material/KeyboardDoubleArrowRightOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Session } from '../../shared/session/index.js';
import { AssistantBubble } from './AssistantBubble.js';
import { BottomBar } from './BottomBar.js';
import { BAR, border } from './measures.js';
import type { NavEntry } from './navigation.js';
import { NavItem } from './NavItem.js';
import { staffEntries } from './staffNavigation.js';
import { collapseNavigationText, collapseText, expandNavigationText, mainText } from './text/en.js';

/** A separate chunk, because patients never see it. */
export default function StaffNav({ session, wide }: { session: Session; wide: boolean }) {
  const entries = staffEntries(session);
  return wide ? <SideNav entries={entries} /> : <BottomBar entries={entries} />;
}

function SideNav({ entries }: { entries: NavEntry[] }) {
  const [collapsed, setCollapsed] = useState(false);
  const label = collapsed ? expandNavigationText : collapseNavigationText;
  return (
    <Box
      component="nav"
      aria-label={mainText}
      sx={(theme) => ({
        width: collapsed ? 68 : 220,
        flex: 'none',
        position: 'sticky',
        top: BAR + 1,
        height: `calc(100vh - ${BAR + 1}px)`,
        display: 'flex',
        flexDirection: 'column',
        gap: 0.5,
        padding: 1.5,
        overflowY: 'auto',
        borderRight: border(theme),
      })}
    >
      {entries.map((entry) => (
        <NavItem key={entry.to} entry={entry} look="side" collapsed={collapsed} />
      ))}
      <Box sx={{ flex: 1, minHeight: 8 }} />
      <AssistantBubble docked collapsed={collapsed} />
      <Button
        color="inherit"
        size="small"
        aria-label={label}
        onClick={() => setCollapsed(!collapsed)}
        sx={{
          color: 'text.secondary',
          justifyContent: collapsed ? 'center' : 'flex-start',
          gap: 1.5,
          minWidth: 0,
        }}
      >
        {collapsed ? <KeyboardDoubleArrowRightOutlined /> : <KeyboardDoubleArrowLeftOutlined />}
        {!collapsed && collapseText}
      </Button>
    </Box>
  );
}
