import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';

function useToggle() {
  const { mode, systemMode, setMode } = useColorScheme();
  const dark = (mode === 'system' ? systemMode : mode) === 'dark';
  return {
    label: dark ? 'Switch to light colors' : 'Switch to dark colors',
    Icon: dark ? LightModeOutlined : DarkModeOutlined,
    toggle: () => setMode(dark ? 'light' : 'dark'),
  };
}

export function ColorModeButton() {
  const { label, Icon, toggle } = useToggle();
  return (
    <Tooltip title={label}>
      <IconButton onClick={toggle} aria-label={label} sx={{ width: 44, height: 44 }}>
        <Icon />
      </IconButton>
    </Tooltip>
  );
}

/** The same switch with its words, for menus. */
export function ColorModeRow() {
  const { label, Icon, toggle } = useToggle();
  return (
    <Button
      onClick={toggle}
      startIcon={<Icon />}
      color="inherit"
      fullWidth
      sx={{ justifyContent: 'flex-start' }}
    >
      {label}
    </Button>
  );
}
