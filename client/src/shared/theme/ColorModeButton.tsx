import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { useColorScheme } from '@mui/material/styles';
import { darkColorsText, lightColorsText } from './text/color-mode.js';

function useToggle() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return {
    label: dark ? lightColorsText : darkColorsText,
    Icon: dark ? LightModeOutlined : DarkModeOutlined,
    toggle: () => setMode(dark ? 'light' : 'dark'),
  };
}

export function ColorModeButton() {
  const { label, Icon, toggle } = useToggle();
  return (
    // A plain title: MUI's Tooltip would cost every visitor 16 kB for one hint.
    <ButtonBase
      onClick={toggle}
      aria-label={label}
      title={label}
      sx={{ width: 44, height: 44, borderRadius: '8px', color: 'text.secondary' }}
    >
      <Icon />
    </ButtonBase>
  );
}

/** The same switch with a label, for menus. */
export function ColorModeRow() {
  const { label, Icon, toggle } = useToggle();
  return (
    <ButtonBase
      onClick={toggle}
      sx={{
        minHeight: 52,
        gap: 1.5,
        paddingInline: 1.5,
        justifyContent: 'flex-start',
        borderRadius: '8px',
        fontSize: '1rem',
        fontWeight: 500,
        color: 'text.secondary',
      }}
    >
      <Icon />
      {label}
    </ButtonBase>
  );
}
