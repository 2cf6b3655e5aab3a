import { createTheme } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';

/** A tone's text or icon color and its soft background. */
interface Soft {
  ink: string;
  ground: string;
}
interface Extra {
  border: string;
  inputBorder: string;
  sunken: string;
  accent: Soft;
  tones: Record<'success' | 'warning' | 'danger' | 'info' | 'neutral', Soft>;
}
declare module '@mui/material/styles' {
  interface Palette {
    portal: Extra;
  }
  interface PaletteOptions {
    portal?: Extra;
  }
  interface TypeBackground {
    sunken: string;
  }
}

export const SANS = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";
export const SERIF = "'Newsreader Variable', Georgia, 'Times New Roman', serif";

const lightTones: Extra['tones'] = {
  success: { ink: '#1E6B3A', ground: '#E8F5EC' },
  warning: { ink: '#7A4F00', ground: '#FFF4DC' },
  danger: { ink: '#A3231F', ground: '#FDECEA' },
  info: { ink: '#1F5D8C', ground: '#E8F1F9' },
  neutral: { ink: '#4A605E', ground: '#EFF2F0' },
};
const darkTones: Extra['tones'] = {
  success: { ink: '#7ED69B', ground: '#17332A' },
  warning: { ink: '#F2C66D', ground: '#33301F' },
  danger: { ink: '#F59A93', ground: '#3A2726' },
  info: { ink: '#8FC3EE', ground: '#1A303D' },
  neutral: { ink: '#A5B9B5', ground: '#223432' },
};

/** The four Alert styles of a scheme: our tones instead of MUI's computed tints. */
function alertColours(tones: Extra['tones'], ink: string) {
  const of = (name: string, tone: Soft) => ({
    [`${name}Color`]: ink,
    [`${name}StandardBg`]: tone.ground,
    [`${name}IconColor`]: tone.ink,
  });
  return {
    ...of('success', tones.success),
    ...of('warning', tones.warning),
    ...of('error', tones.danger),
    ...of('info', tones.info),
  };
}

const light = {
  palette: {
    primary: { main: '#0E6B63', dark: '#0A544E', light: '#3A8A83', contrastText: '#FFFFFF' },
    secondary: { main: '#9A4A12', contrastText: '#FFFFFF' },
    success: { main: '#1E6B3A', contrastText: '#FFFFFF' },
    warning: { main: '#8A5A00', contrastText: '#FFFFFF' },
    error: { main: '#A3231F', contrastText: '#FFFFFF' },
    info: { main: '#1F5D8C', contrastText: '#FFFFFF' },
    background: { default: '#FBF9F5', paper: '#FFFFFF', sunken: '#F4F2EC' },
    text: { primary: '#12302F', secondary: '#4A605E', disabled: '#6B7E7B' },
    divider: '#C9D3CF',
    portal: {
      border: '#C9D3CF',
      inputBorder: '#7D918D',
      sunken: '#F4F2EC',
      accent: { ink: '#9A4A12', ground: '#FDF1E6' },
      tones: lightTones,
    },
    Alert: alertColours(lightTones, '#12302F'),
  },
};
const dark = {
  palette: {
    primary: { main: '#5CC9BB', dark: '#7FD8CC', light: '#7FD8CC', contrastText: '#0F1B1A' },
    secondary: { main: '#F0B07A', contrastText: '#0F1B1A' },
    success: { main: '#7ED69B', contrastText: '#0F1B1A' },
    warning: { main: '#F2C66D', contrastText: '#0F1B1A' },
    error: { main: '#F59A93', contrastText: '#0F1B1A' },
    info: { main: '#8FC3EE', contrastText: '#0F1B1A' },
    background: { default: '#0F1B1A', paper: '#172625', sunken: '#132120' },
    text: { primary: '#E7EFEC', secondary: '#A5B9B5', disabled: '#8CA09C' },
    divider: '#2C3F3D',
    portal: {
      border: '#2C3F3D',
      inputBorder: '#7D918D',
      sunken: '#132120',
      accent: { ink: '#F0B07A', ground: '#2E2A20' },
      tones: darkTones,
    },
    Alert: alertColours(darkTones, '#E7EFEC'),
  },
};

const options: Parameters<typeof createTheme>[0] = {
  cssVariables: { colorSchemeSelector: 'data-scheme' },
  colorSchemes: { light, dark },
  shape: { borderRadius: 8 },
  transitions: {
    duration: {
      shortest: 150,
      shorter: 150,
      short: 150,
      standard: 200,
      enteringScreen: 200,
      leavingScreen: 150,
    },
  },
  typography: {
    fontFamily: SANS,
    h1: {
      fontSize: '1.75rem',
      lineHeight: 1.2,
      fontWeight: 650,
      letterSpacing: '-0.01em',
    },
    h2: { fontSize: '1.375rem', lineHeight: 1.3, fontWeight: 650, letterSpacing: '-0.005em' },
    h3: { fontSize: '1.125rem', lineHeight: 1.4, fontWeight: 650 },
    h4: { fontSize: '1rem', lineHeight: 1.5, fontWeight: 650 },
    body1: { fontSize: '1rem', lineHeight: 1.55 },
    body2: { fontSize: '0.875rem', lineHeight: 1.5 },
    caption: { fontSize: '0.875rem', lineHeight: 1.45 },
    button: { fontSize: '1rem', fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
  },
};

const vars = createTheme(options).vars.palette;
const ring = { outline: `3px solid ${vars.primary.main}`, outlineOffset: 2 };

// Not on top of a theme: checking that one is what a theme is made of takes the compiler most of its time.
export const theme = createTheme({
  ...options,
  components: {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'lining-nums', overflowX: 'clip' },
        'a:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible': ring,
        'h1:focus, h2:focus': { outline: 'none' },
        'table, .tabular': { fontVariantNumeric: 'tabular-nums lining-nums' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            transitionDuration: '0.01ms !important',
            scrollBehavior: 'auto !important',
          },
        },
      },
    },
    MuiButtonBase: {
      defaultProps: { disableRipple: true },
      // `inherit`: a bare ButtonBase would fall back to the browser's font.
      styleOverrides: { root: { fontFamily: 'inherit', '&.Mui-focusVisible': ring } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: {
          minHeight: 44,
          paddingInline: 20,
          borderRadius: 8,
          variants: [
            { props: { size: 'small' }, style: { minHeight: 34, paddingInline: 12, fontSize: '0.875rem' } },
            { props: { size: 'large' }, style: { minHeight: 52, paddingInline: 26, fontSize: '1.125rem' } },
            { props: { variant: 'text' }, style: { paddingInline: 12 } },
            {
              props: { variant: 'outlined', color: 'primary' },
              style: { borderColor: vars.portal.inputBorder, backgroundColor: vars.background.paper },
            },
          ],
        },
      },
    },
    MuiIconButton: { styleOverrides: { root: { color: vars.text.secondary, borderRadius: 8 } } },
    MuiSvgIcon: { defaultProps: { fontSize: 'small' } },
    MuiLink: { defaultProps: { underline: 'always' }, styleOverrides: { root: { textUnderlineOffset: 3 } } },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 12, borderColor: vars.portal.border } },
    },
    MuiCardContent: {
      styleOverrides: { root: { padding: 24, '&:last-child': { paddingBottom: 24 } } },
    },
    MuiDialog: { styleOverrides: { paper: { borderRadius: 14, border: `1px solid ${vars.portal.border}` } } },
    MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.375rem', fontWeight: 650, paddingTop: 24 } } },
    MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 24px', gap: 8 } } },
    MuiAlert: {
      styleOverrides: {
        root: { borderRadius: 10, fontSize: '1rem', alignItems: 'flex-start' },
        message: { minWidth: 0 },
      },
    },
    MuiAlertTitle: { styleOverrides: { root: { fontWeight: 650, marginTop: 0 } } },
    // Labels go above their fields: they stay readable while typing, zoomed in and with autofill.
    MuiTextField: { defaultProps: { variant: 'outlined', fullWidth: true } },
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          maxWidth: 'none',
          whiteSpace: 'normal',
          overflow: 'visible',
          fontSize: '1rem',
          lineHeight: 1.4,
          fontWeight: 600,
          color: vars.text.primary,
          marginBottom: 6,
          pointerEvents: 'auto',
          '&.Mui-focused, &.Mui-error': { color: vars.text.primary },
          '&.Mui-disabled': { color: vars.text.secondary },
        },
      },
    },
    MuiFormLabel: { styleOverrides: { asterisk: { display: 'none' } } },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          backgroundColor: vars.background.paper,
          '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
            borderColor: vars.primary.main,
            borderWidth: 1,
            outline: `3px solid ${vars.primary.main}`,
            outlineOffset: 0,
          },
          '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: vars.text.secondary },
          '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderWidth: 2, borderColor: vars.error.main },
        },
        input: { padding: '11px 14px', height: '1.5em' },
        multiline: { padding: '11px 14px', '& textarea': { padding: 0 } },
        notchedOutline: { borderColor: vars.portal.inputBorder, top: 0, '& legend': { display: 'none' } },
      },
    },
    MuiFormHelperText: {
      styleOverrides: {
        root: {
          marginInline: 0,
          marginTop: 6,
          fontSize: '0.875rem',
          color: vars.text.secondary,
          '&.Mui-error': { color: vars.error.main },
        },
      },
    },
    MuiNativeSelect: { styleOverrides: { select: { padding: '9px 12px' } } },
    MuiChip: { styleOverrides: { root: { borderRadius: 6, fontWeight: 600, fontSize: '0.875rem' } } },
    MuiTab: {
      styleOverrides: {
        root: { minHeight: 44, paddingInline: 16, fontSize: '1rem', color: vars.text.secondary },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: vars.portal.border, padding: '9px 16px', fontSize: '0.875rem' },
        head: { fontWeight: 600, color: vars.text.secondary, backgroundColor: vars.background.paper },
      },
    },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.875rem' } } },
    MuiSkeleton: { defaultProps: { animation: 'pulse' } },
  },
});
