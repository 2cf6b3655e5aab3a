import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import AppsOutlined from '@mui/icons-material/AppsOutlined';
import ArticleOutlined from '@mui/icons-material/ArticleOutlined';
import AssignmentOutlined from '@mui/icons-material/AssignmentOutlined';
import AutoDeleteOutlined from '@mui/icons-material/AutoDeleteOutlined';
import BiotechOutlined from '@mui/icons-material/BiotechOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FolderSharedOutlined from '@mui/icons-material/FolderSharedOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import MedicationOutlined from '@mui/icons-material/MedicationOutlined';
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined';
import RuleOutlined from '@mui/icons-material/RuleOutlined';
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import type { Session } from '../../shared/session/index.js';
import type { Role } from '#common/vocabulary/index.js';
import { EVERYONE, type NavEntry } from './navigation.js';
import { STAFF_NAVIGATION_TEXT } from './text/staff-navigation.js';

type StaffRole = Exclude<Role, 'patient'>;

/** The entries in their fixed order. Add an entry once its page exists. */
const BY_ROLE: Record<StaffRole, NavEntry[]> = {
  system_admin: [
    { label: STAFF_NAVIGATION_TEXT.admin, to: '/admin', Icon: AdminPanelSettingsOutlined, inBar: true },
    { label: STAFF_NAVIGATION_TEXT.users, to: '/admin/users', Icon: GroupOutlined, inBar: true },
    { label: STAFF_NAVIGATION_TEXT.organizations, to: '/admin/organisations', Icon: ApartmentOutlined },
    { label: STAFF_NAVIGATION_TEXT.auditLog, to: '/admin/audit', Icon: HistoryOutlined, inBar: true },
    { label: STAFF_NAVIGATION_TEXT.emailLog, to: '/admin/mails', Icon: MailOutlined, inBar: true },
    { label: STAFF_NAVIGATION_TEXT.monitoring, to: '/admin/completeness', Icon: MonitorHeartOutlined },
    { label: STAFF_NAVIGATION_TEXT.retention, to: '/admin/retention', Icon: AutoDeleteOutlined },
    { label: STAFF_NAVIGATION_TEXT.apiKeys, to: '/admin/api-keys', Icon: KeyOutlined },
    { label: STAFF_NAVIGATION_TEXT.patientApps, to: '/admin/patient-apps', Icon: AppsOutlined },
    {
      label: STAFF_NAVIGATION_TEXT.webhooks,
      to: '/admin/webhooks',
      Icon: WebhookOutlined,
      also: /^\/admin\/webhook-deliveries/,
    },
    {
      label: STAFF_NAVIGATION_TEXT.laboratories,
      to: '/admin/lab-connections',
      Icon: BiotechOutlined,
      also: /^\/trt\/provider\/lab-messages(\/|$)/,
    },
    { label: STAFF_NAVIGATION_TEXT.pharmacies, to: '/admin/pharmacies', Icon: MedicationOutlined },
    { label: STAFF_NAVIGATION_TEXT.articles, to: '/admin/articles', Icon: ArticleOutlined, systemWide: true },
    { label: STAFF_NAVIGATION_TEXT.ruleSet, to: '/admin/rules', Icon: RuleOutlined },
  ],
  provider: [
    {
      label: STAFF_NAVIGATION_TEXT.cases,
      to: '/trt/provider/cases',
      waiting: 'emergencies',
      Icon: FolderSharedOutlined,
      also: /^\/trt\/cases(\/|$)/,
      inBar: true,
    },
    {
      label: STAFF_NAVIGATION_TEXT.patients,
      to: '/trt/provider/patients',
      Icon: GroupOutlined,
      also: /^\/trt\/provider\/patients\//,
      inBar: true,
    },
    {
      label: STAFF_NAVIGATION_TEXT.prescriptions,
      to: '/trt/prescriptions',
      waiting: 'prescriptions',
      Icon: MedicationOutlined,
      inBar: true,
    },
    {
      label: STAFF_NAVIGATION_TEXT.planReview,
      to: '/trt/provider/plan-review',
      waiting: 'plans',
      Icon: FactCheckOutlined,
      inBar: true,
    },
    {
      label: STAFF_NAVIGATION_TEXT.refills,
      to: '/trt/provider/refills',
      waiting: 'refills',
      Icon: AssignmentOutlined,
    },
    {
      label: STAFF_NAVIGATION_TEXT.labs,
      to: '/trt/provider/labs',
      also: /^\/trt\/provider\/(lab-(reports|orders)$|lab-messages(\/|$))/,
      waiting: 'labs',
      Icon: ScienceOutlined,
    },
    {
      label: STAFF_NAVIGATION_TEXT.appointments,
      to: '/trt/provider/appointments',
      waiting: 'appointments',
      Icon: EventOutlined,
    },
    {
      label: STAFF_NAVIGATION_TEXT.messages,
      to: '/trt/provider/messages',
      waiting: 'messages',
      Icon: MailOutlined,
    },
  ],
};

/** The entries that staff may open; an organization's administrator does not see system-wide ones. */
export function staffEntries({ role, orgId }: Pick<Session, 'role' | 'orgId'>): NavEntry[] {
  const own = BY_ROLE[role as StaffRole] ?? [];
  return [EVERYONE, ...own.filter((entry) => !entry.systemWide || orgId === null)];
}
