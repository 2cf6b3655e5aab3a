import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense, useState } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { roleHome } from '#common/vocabulary/index.js';
import { useSession, type Session } from '../../shared/session/index.js';
import { ColorModeButton, SERIF } from '../../shared/theme/index.js';
import { BAR, BOTTOM, border } from './measures.js';
import { PATIENT_ENTRIES } from './navigation.js';
import { AccountLink } from './AccountLink.js';
import { AssistantBubble } from './AssistantBubble.js';
import { Brand } from './Brand.js';
import { Identity } from './Identity.js';
import { BottomBar } from './BottomBar.js';
import { NavItem } from './NavItem.js';
import { RoleSwitcher } from './RoleSwitcher.js';
import { SessionPrompts } from './SessionPrompts.js';
import { SignOutButton } from './SignOutButton.js';
import { SkipLink } from './SkipLink.js';
import { useHeadingFocus } from './useHeadingFocus.js';
import { VerificationBanner } from './VerificationBanner.js';
import { mainText } from './text/en.js';

const StaffNav = lazy(() => import('./StaffNav.js'));
/** The role switcher's row, below the top bar on a phone. */
const SWITCHER = 56;

/** The frame of every signed-in page: top bar for patients, side navigation for staff, bottom bar on phones. */
export default function Shell() {
  const session = useSession();
  // When a session has just ended, keep the frame until the sign-in page appears.
  const [shown, setShown] = useState(session);
  if (session && session !== shown) setShown(session);
  return shown ? <Frame session={shown} /> : null;
}

function Frame({ session }: { session: Session }) {
  const main = useHeadingFocus();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true });
  const staff = session.role !== 'patient';
  const top = !wide && session.roles.length > 1 ? BAR + SWITCHER : BAR;
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <ScrollRoom top={top} />
      <SkipLink target={main} />
      <TopBar session={session} wide={wide} />
      {wide && !staff && <NavRow />}
      <VerificationBanner session={session} />
      <Box sx={{ flex: 1, display: 'flex', minWidth: 0 }}>
        {wide && staff && (
          <Suspense fallback={<Box sx={{ width: 220, flex: 'none' }} />}>
            <StaffNav session={session} wide />
          </Suspense>
        )}
        <Box
          component="main"
          id="main"
          ref={main}
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            outline: 'none',
            paddingInline: { xs: 2, sm: 3, md: 4 },
            paddingTop: { xs: 3, md: staff ? 3.5 : 5 },
            // Leaves room so that the last line of a page can scroll clear of the assistant button.
            paddingBottom: { xs: `${BOTTOM + 88}px`, md: staff ? 6 : 12 },
            ...(!staff && {
              '& h1': {
                fontFamily: SERIF,
                fontWeight: 500,
                fontSize: { xs: '1.9rem', sm: '2.5rem' },
                lineHeight: 1.15,
              },
            }),
          }}
        >
          <Outlet />
          {/* Not floating: on a phone it would cover alerts. */}
          {!wide && staff && (
            <Box sx={{ marginTop: 4 }}>
              <AssistantBubble docked />
            </Box>
          )}
        </Box>
      </Box>
      {!wide && !staff && <BottomBar entries={PATIENT_ENTRIES} />}
      {!wide && staff && (
        <Suspense>
          <StaffNav session={session} wide={false} />
        </Suspense>
      )}
      {!staff && <AssistantBubble />}
      <SessionPrompts session={session} />
    </Box>
  );
}

/** Keeps elements focused by keyboard clear of the bars (WCAG 2.4.11). */
function ScrollRoom({ top }: { top: number }) {
  const scrollPaddingBottom = 'calc(var(--bottom-bar, 0px) + var(--action-bar, 0px) + 16px)';
  return <GlobalStyles styles={{ html: { scrollPaddingTop: top + 16, scrollPaddingBottom } }} />;
}

function TopBar({ session, wide }: { session: Session; wide: boolean }) {
  const switcher = session.roles.length > 1 && <RoleSwitcher session={session} />;
  return (
    <Box
      component="header"
      sx={(theme) => ({
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: border(theme),
      })}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          // Wraps on the narrowest screens and at high zoom.
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          gap: { xs: 0.5, md: 2 },
          minHeight: BAR,
          paddingBlock: '6px',
          paddingInline: { xs: 2, sm: 3 },
        }}
      >
        <Box
          component={Link}
          to={roleHome(session.role)}
          sx={{ display: 'flex', color: 'inherit', textDecoration: 'none', borderRadius: 1 }}
        >
          <Brand />
        </Box>
        <Box sx={{ flex: 1 }} />
        {wide && switcher}
        {wide && <ColorModeButton />}
        {wide && <AccountLink />}
        <Identity session={session} />
        <SignOutButton />
      </Box>
      {!wide && switcher && <Box sx={{ paddingInline: 2, paddingBottom: 1.25 }}>{switcher}</Box>}
    </Box>
  );
}

/** The patient's pages in a separate row that scrolls away while the bar above it stays. */
function NavRow() {
  return (
    <Box
      component="nav"
      aria-label={mainText}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        paddingInline: { md: 1.75, lg: 1.25 },
        backgroundColor: theme.vars.palette.background.paper,
        borderBottom: border(theme),
      })}
    >
      {PATIENT_ENTRIES.map((entry) => (
        <NavItem key={entry.to} entry={entry} look="top" />
      ))}
    </Box>
  );
}
