import Box, { type BoxProps } from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

type To = Pick<LinkProps, 'to' | 'replace' | 'state'>;

interface TextLinkProps extends To, Omit<BoxProps, 'children'> {
  children: ReactNode;
  bold?: boolean;
}

/** A link inside the portal, in the theme's colors. */
export function TextLink({ children, bold, sx, ...rest }: TextLinkProps) {
  return (
    <Box
      component={Link}
      {...rest}
      sx={[
        {
          color: 'primary.main',
          textUnderlineOffset: '3px',
          borderRadius: '3px',
          ...(bold && { fontWeight: 600 }),
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {children}
    </Box>
  );
}

/** A link that looks like a button. */
export function ButtonLink(props: Omit<ButtonProps, 'href'> & To) {
  return <Button component={Link} {...props} />;
}
