import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

type To = Pick<LinkProps, 'to' | 'replace' | 'state'>;

/** A link inside the portal, in the theme's colours. */
export function TextLink({ children, bold, ...to }: To & { children: ReactNode; bold?: boolean }) {
  return (
    <Box
      component={Link}
      {...to}
      sx={{
        color: 'primary.main',
        textUnderlineOffset: '3px',
        fontWeight: bold ? 600 : undefined,
        borderRadius: '3px',
      }}
    >
      {children}
    </Box>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: Omit<ButtonProps, 'href'> & To) {
  return <Button component={Link} {...props} />;
}
