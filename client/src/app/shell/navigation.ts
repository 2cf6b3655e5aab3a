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
import { NAVIGATION_TEXT } from './text/navigation.js';

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

export const EVERYONE: NavEntry = {
  label: NAVIGATION_TEXT.dashboard,
  to: '/dashboard',
  Icon: DashboardOutlined,
};

/** The entries of a patient in their fixed order. Add an entry once its page exists. */
export const PATIENT_ENTRIES: NavEntry[] = [
  EVERYONE,
  { label: NAVIGATION_TEXT.myPlan, to: '/trt/patient', Icon: FavoriteBorderOutlined, inBar: true },
  {
    label: NAVIGATION_TEXT.myPrescriptions,
    short: NAVIGATION_TEXT.prescriptions,
    to: '/trt/patient/prescriptions',
    Icon: MedicationOutlined,
    inBar: true,
  },
  {
    label: NAVIGATION_TEXT.profile,
    to: '/trt/patient/profile',
    Icon: PersonOutlined,
    also: /^\/trt\/patient\/apps$/,
  },
  { label: NAVIGATION_TEXT.intake, to: '/trt/patient/intake', Icon: AssignmentOutlined },
  { label: NAVIGATION_TEXT.education, to: '/trt/patient/education', Icon: MenuBookOutlined },
  { label: NAVIGATION_TEXT.myDoses, to: '/trt/patient/doses', Icon: FactCheckOutlined },
  { label: NAVIGATION_TEXT.myTreatment, to: '/trt/patient/treatment', Icon: TimelineOutlined },
  { label: NAVIGATION_TEXT.labVisit, to: '/trt/patient/lab-visit', Icon: BiotechOutlined },
  { label: NAVIGATION_TEXT.progress, to: '/trt/patient/progress', Icon: ShowChartOutlined, inBar: true },
  { label: NAVIGATION_TEXT.appointments, to: '/trt/patient/appointments', Icon: EventOutlined },
  {
    label: NAVIGATION_TEXT.messages,
    to: '/trt/patient/messages',
    Icon: MailOutlined,
    inBar: true,
    unread: true,
  },
];

/** The user's own account: shown apart from the navigation, not as one of its entries. */
export const ACCOUNT: NavEntry = {
  label: NAVIGATION_TEXT.accountSecurity,
  to: '/account/security',
  Icon: ManageAccountsOutlined,
};

export function isCurrent(entry: NavEntry, pathname: string): boolean {
  return pathname === entry.to || Boolean(entry.also?.test(pathname));
}
