import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import BiotechOutlined from '@mui/icons-material/BiotechOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FavoriteBorderOutlined from '@mui/icons-material/FavoriteBorderOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import MedicationOutlined from '@mui/icons-material/MedicationOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ShowChartOutlined from '@mui/icons-material/ShowChartOutlined';
import TimelineOutlined from '@mui/icons-material/TimelineOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import type { InboxResponse } from '#common/api/index.js';

export interface NavEntry {
  label: string;
  to: string;
  Icon: typeof SvgIcon;
  /** Shown in the phone's bottom bar, under its short name if it has one. */
  inBar?: true;
  short?: string;
  /** Other paths for which this entry is the current one. */
  also?: RegExp;
  /** The inbox count shown beside this entry. */
  waiting?: keyof InboxResponse;
  /** Its badge counts the patient's unread messages. */
  unread?: true;
  /** For administrators of the whole system only. */
  systemWide?: true;
}

export const EVERYONE: NavEntry = { label: 'Dashboard', to: '/dashboard', Icon: DashboardOutlined };

/** The entries of a patient in their fixed order. Add an entry once its page exists. */
export const PATIENT_ENTRIES: NavEntry[] = [
  EVERYONE,
  { label: 'My Plan', to: '/trt/patient', Icon: FavoriteBorderOutlined, inBar: true },
  {
    label: 'My Prescriptions',
    short: 'Prescriptions',
    to: '/trt/patient/prescriptions',
    Icon: MedicationOutlined,
    inBar: true,
  },
  { label: 'Profile', to: '/trt/patient/profile', Icon: PersonOutlined, also: /^\/trt\/patient\/apps$/ },
  { label: 'Intake', to: '/trt/patient/intake', Icon: AssignmentOutlined },
  { label: 'Education', to: '/trt/patient/education', Icon: MenuBookOutlined },
  { label: 'My Doses', to: '/trt/patient/doses', Icon: FactCheckOutlined },
  { label: 'My Treatment', to: '/trt/patient/treatment', Icon: TimelineOutlined },
  { label: 'Lab Visit', to: '/trt/patient/lab-visit', Icon: BiotechOutlined },
  { label: 'Progress', to: '/trt/patient/progress', Icon: ShowChartOutlined, inBar: true },
  { label: 'Appointments', to: '/trt/patient/appointments', Icon: EventOutlined },
  { label: 'Messages', to: '/trt/patient/messages', Icon: MailOutlined, inBar: true, unread: true },
];

/** The user's own account: shown apart from the navigation, not as one of its entries. */
export const ACCOUNT: NavEntry = {
  label: 'Account security',
  to: '/account/security',
  Icon: ManageAccountsOutlined,
};

export function isCurrent(entry: NavEntry, pathname: string): boolean {
  return pathname === entry.to || Boolean(entry.also?.test(pathname));
}
