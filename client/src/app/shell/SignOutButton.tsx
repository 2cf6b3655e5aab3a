import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { signOut } from '../../shared/session/index.js';
import { signOutText } from './text/en.js';

export function SignOutButton() {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      color="inherit"
      startIcon={<LogoutOutlined />}
      disabled={leaving}
      onClick={() => {
        setLeaving(true);
        void signOut().finally(() => setLeaving(false));
      }}
      // On a phone the badge and the button share one line.
      sx={{
        fontSize: '0.9375rem',
        whiteSpace: 'nowrap',
        minWidth: 0,
        paddingInline: { xs: 1, md: 2 },
        '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'inherit' } },
      }}
    >
      {signOutText}
    </Button>
  );
}
