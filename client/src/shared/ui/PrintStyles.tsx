import GlobalStyles from '@mui/material/GlobalStyles';

const PRINT = {
  '@media print': {
    'header, nav, button, form, a[download], a[href="#main"], [role=search], [role=tablist]': {
      display: 'none !important',
    },
    main: { padding: '0 !important' },
    '*': { position: 'static !important' },
    'tr, li, dl': { breakInside: 'avoid' },
  },
};

/** Prints only the record: no navigation, no buttons, no forms. */
export const PrintStyles = () => <GlobalStyles styles={PRINT} />;
