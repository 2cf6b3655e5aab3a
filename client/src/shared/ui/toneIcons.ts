import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import type { Tone } from '#common/vocabulary/index.js';

export const TONE_ICON: Record<Tone, typeof SvgIcon> = {
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  danger: ErrorOutlineOutlined,
  info: InfoOutlined,
  neutral: RadioButtonUncheckedOutlined,
};
