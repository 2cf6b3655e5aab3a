import Button, { type ButtonProps } from '@mui/material/Button';
import MuiLink, { type LinkProps as MuiLinkProps } from '@mui/material/Link';
import { Link, type LinkProps } from 'react-router-dom';

type To = Pick<LinkProps, 'to' | 'replace' | 'state'>;

/** A link inside the portal, in the theme's colours. */
export function TextLink(props: Omit<MuiLinkProps, 'href'> & To) {
  return <MuiLink component={Link} {...props} />;
}

/** A link that looks like a button. */
export function ButtonLink(props: Omit<ButtonProps, 'href'> & To) {
  return <Button component={Link} {...props} />;
}
