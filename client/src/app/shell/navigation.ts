import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import AppsOutlined from '@mui/icons-material/AppsOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutoDeleteOutlined from '@mui/icons-material/AutoDeleteOutlined';
import BiotechOutlined from '@mui/icons-material/BiotechOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FavoriteBorderOutlined from '@mui/icons-material/FavoriteBorderOutlined';
import FolderSharedOutlined from '@mui/icons-material/FolderSharedOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import MedicationOutlined from '@mui/icons-material/MedicationOutlined';
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import RuleOutlined from '@mui/icons-material/RuleOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import ShowChartOutlined from '@mui/icons-material/ShowChartOutlined';
import TimelineOutlined from '@mui/icons-material/TimelineOutlined';
import type SvgIcon from '@mui/material/SvgIcon';
import type { InboxResponse } from '#common/api/index.js';
import type { Role } from '#common/vocabulary/index.js';

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

const everyone: NavEntry[] = [{ label: 'Dashboard', to: '/dashboard', Icon: DashboardOutlined }];

/** The entries in their fixed order. Add an entry once its page exists. */
const byRole: Record<Role, NavEntry[]> = {
  system_admin: [
    { label: 'Admin', to: '/admin', Icon: AdminPanelSettingsOutlined, inBar: true },
    { label: 'Users', to: '/admin/users', Icon: GroupOutlined, inBar: true },
    { label: 'Organizations', to: '/admin/organisations', Icon: ApartmentOutlined },
    { label: 'Audit log', to: '/admin/audit', Icon: HistoryOutlined, inBar: true },
    { label: 'Email log', to: '/admin/mails', Icon: MailOutlined, inBar: true },
    { label: 'Monitoring', to: '/admin/completeness', Icon: MonitorHeartOutlined },
    { label: 'Retention', to: '/admin/retention', Icon: AutoDeleteOutlined },
    { label: 'API keys', to: '/admin/api-keys', Icon: KeyOutlined },
    { label: 'Patient apps', to: '/admin/patient-apps', Icon: AppsOutlined },
    { label: 'Webhooks', to: '/admin/webhooks', Icon: WebhookOutlined, also: /^\/admin\/webhook-deliveries/ },
    {
      label: 'Laboratories',
      to: '/admin/lab-connections',
      Icon: BiotechOutlined,
      also: /^\/trt\/provider\/lab-messages(\/|$)/,
    },
    { label: 'Pharmacies', to: '/admin/pharmacies', Icon: MedicationOutlined },
    { label: 'Articles', to: '/admin/articles', Icon: ArticleOutlined, systemWide: true },
    { label: 'Rule set', to: '/admin/rules', Icon: RuleOutlined },
  ],
  provider: [
    {
      label: 'Cases',
      to: '/trt/provider/cases',
      waiting: 'emergencies',
      Icon: FolderSharedOutlined,
      also: /^\/trt\/cases(\/|$)/,
      inBar: true,
    },
    {
      label: 'Patients',
      to: '/trt/provider/patients',
      Icon: GroupOutlined,
      also: /^\/trt\/provider\/patients\//,
      inBar: true,
    },
    {
      label: 'Prescriptions',
      to: '/trt/prescriptions',
      waiting: 'prescriptions',
      Icon: MedicationOutlined,
      inBar: true,
    },
    {
      label: 'Plan Review',
      to: '/trt/provider/plan-review',
      waiting: 'plans',
      Icon: FactCheckOutlined,
      inBar: true,
    },
    { label: 'Refills', to: '/trt/provider/refills', waiting: 'refills', Icon: AssignmentOutlined },
    {
      label: 'Labs',
      to: '/trt/provider/labs',
      also: /^\/trt\/provider\/(lab-(reports|orders)$|lab-messages(\/|$))/,
      waiting: 'labs',
      Icon: ScienceOutlined,
    },
    { label: 'Appointments', to: '/trt/provider/appointments', waiting: 'appointments', Icon: EventOutlined },
    { label: 'Messages', to: '/trt/provider/messages', waiting: 'messages', Icon: MailOutlined },
  ],
  patient: [
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
  ],
};

/** The user's own account: shown apart from the navigation, not as one of its entries. */
export const ACCOUNT: NavEntry = {
  label: 'Account security',
  to: '/account/security',
  Icon: ManageAccountsOutlined,
};

/** The entries a user may open; an organization's administrator does not see system-wide ones. */
export function navigationFor({ role, orgId }: { role: string; orgId: string | null }): NavEntry[] {
  const own = byRole[role as Role] ?? [];
  return [...everyone, ...own.filter((entry) => !entry.systemWide || orgId === null)];
}

export function isCurrent(entry: NavEntry, pathname: string): boolean {
  return pathname === entry.to || Boolean(entry.also?.test(pathname));
}
