import type { Theme } from '@mui/material/styles';

/** The width below which a table's columns no longer fit and each row becomes a block. */
export type StackBelow = 'md' | 'lg';

/** How every staff table looks: dense rows and a sticky header, or a block a row where the columns do not fit. */
export function tableLook(theme: Theme, stackBelow: StackBelow) {
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.875rem',
    '& th': {
      position: 'sticky',
      top: 65,
      zIndex: 1,
      padding: '10px 12px',
      textAlign: 'left',
      fontWeight: 600,
      whiteSpace: 'nowrap',
      color: theme.vars.palette.text.secondary,
      backgroundColor: theme.vars.palette.background.paper,
      boxShadow: `inset 0 -1px ${theme.vars.palette.portal.border}`,
    },
    '& td': {
      padding: '9px 12px',
      borderBottom: `1px solid ${theme.vars.palette.portal.border}`,
      verticalAlign: 'middle',
    },
    '& th:first-of-type': { borderTopLeftRadius: 12 },
    '& th:last-of-type': { borderTopRightRadius: 12 },
    '& .one-line': { whiteSpace: 'nowrap' },
    '& tbody tr:hover': { backgroundColor: theme.vars.palette.background.sunken },
    '& tbody tr:last-of-type td': { borderBottom: 0 },
    '& .end': { textAlign: 'right' },
    [theme.breakpoints.down('lg')]: { '& .wide-only': { display: 'none' } },
    [theme.breakpoints.down(stackBelow)]: {
      // Visually hidden but still read: the column names label the cells.
      '& thead': { position: 'absolute', left: -10000 },
      '&, & tbody, & tr': { display: 'block' },
      '& tr': { padding: '12px 16px', borderBottom: `1px solid ${theme.vars.palette.portal.border}` },
      '& tbody tr:last-of-type': { borderBottom: 0 },
      // Aligns the text of a row's first button with the text above it.
      '& td > .MuiButton-text:first-of-type': { marginLeft: '-12px' },
      '& td': {
        display: 'flex',
        flexWrap: 'wrap',
        gap: '4px 12px',
        padding: '3px 0',
        border: 0,
        textAlign: 'left',
      },
      '& td:empty, & .not-stacked': { display: 'none' },
      '& td[data-label]::before': {
        content: 'attr(data-label)',
        flex: '0 0 108px',
        color: theme.vars.palette.text.secondary,
      },
      '& .end': { textAlign: 'left' },
    },
  } as const;
}
