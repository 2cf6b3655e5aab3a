import Button from '@mui/material/Button';
import { Link, useLocation } from 'react-router-dom';
import { ACCOUNT } from './navigation.js';
import { accountText } from './text/en.js';

/** The link to the user's account in the top bar. */
export function AccountLink() {
  const current = useLocation().pathname === ACCOUNT.to;
  return (
    <Button
      component={Link}
      to={ACCOUNT.to}
      color="inherit"
      startIcon={<ACCOUNT.Icon />}
      aria-label={ACCOUNT.label}
      aria-current={current ? 'page' : undefined}
      title={ACCOUNT.label}
      sx={{
        fontSize: '0.9375rem',
        whiteSpace: 'nowrap',
        minWidth: 44,
        color: current ? 'primary.main' : 'inherit',
        // Narrow bars have no room for the label.
        '& .word': { display: { xs: 'none', lg: 'inline' } },
        '& .MuiButton-startIcon': { marginRight: { xs: 0, lg: 1 } },
      }}
    >
      <span className="word">{accountText}</span>
    </Button>
  );
}
