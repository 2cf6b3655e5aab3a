export { AppTheme } from './AppTheme.js';
export { ColorModeButton, ColorModeRow } from './ColorModeButton.js';
export { SANS, SERIF, theme } from './theme.js';
