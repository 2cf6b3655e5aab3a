import Box from '@mui/material/Box';
import { Outlet } from 'react-router-dom';
import { ColorModeButton } from '../shared/theme/index.js';
import { TextLink } from '../shared/ui/index.js';
import { Brand } from './shell/Brand.js';
import { SkipLink } from './shell/SkipLink.js';
import { useHeadingFocus } from './shell/useHeadingFocus.js';
import { privacyNoticeText, termsOfUseText } from './text/public-frame.js';

/** The frame of public pages: no navigation or banner, just the brand and the footer. */
export function PublicFrame() {
  const main = useHeadingFocus();
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <SkipLink target={main} />
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          paddingInline: { xs: 2, sm: 4 },
          height: 68,
        }}
      >
        <Box
          component="a"
          href="/"
          sx={{ display: 'flex', color: 'inherit', textDecoration: 'none', borderRadius: 1 }}
        >
          <Brand />
        </Box>
        <ColorModeButton />
      </Box>
      <Box
        component="main"
        id="main"
        ref={main}
        tabIndex={-1}
        sx={{ flex: 1, paddingInline: { xs: 2, sm: 4 }, paddingBlock: { xs: 3, sm: 6 }, outline: 'none' }}
      >
        <Outlet />
      </Box>
      <Box
        component="footer"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          justifyContent: 'center',
          padding: 3,
          fontSize: '0.875rem',
          color: 'text.secondary',
        }}
      >
        <TextLink to="/terms">{termsOfUseText}</TextLink>
        <TextLink to="/privacy">{privacyNoticeText}</TextLink>
      </Box>
    </Box>
  );
}
