import type { Theme } from '@mui/material/styles';

/** Heights of the bars of the frame. */
export const BAR = 64;
export const BOTTOM = 59;
export const border = (theme: Theme) => `1px solid ${theme.vars.palette.portal.border}`;
