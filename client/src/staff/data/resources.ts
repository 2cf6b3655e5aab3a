import type { ResourceDefinitions } from 'react-admin';
import type { Area } from '../../shared/session/access.js';

interface StaffResource {
  /** Where the API has it, and the property of an answer that holds its rows. */
  path: string;
  rows: string;
  /** What it is called when it cannot be loaded. */
  label: string;
  /** Who may open it; the server decides. */
  area: Area;
  /** Its pages, at the specified URLs. */
  list: string;
  record?: (id: string) => string;
  /** Where the API has one record, below its id, and what it is called when it cannot be loaded. */
  one?: { at: string; label: string };
  /** The property that names a record. */
  name: string;
}

/** The resources of the staff side; a resource that is not here is closed. */
export const STAFF_RESOURCES: Readonly<Record<string, StaffResource>> = {
  cases: {
    path: 'trt/cases',
    rows: 'items',
    label: 'cases',
    area: 'staff',
    list: '/trt/provider/cases',
    record: (id) => `/trt/cases/${id}`,
    one: { at: '/detail', label: 'case detail' },
    name: 'patient_name',
  },
  patients: {
    path: 'provider/patients',
    rows: 'patients',
    label: 'patients',
    area: 'staff',
    list: '/trt/provider/patients',
    record: (id) => `/trt/provider/patients/${id}`,
    one: { at: '', label: 'patient profile' },
    name: 'name',
  },
  labs: {
    path: 'labs',
    rows: 'labs',
    label: 'labs',
    area: 'staff',
    list: '/trt/provider/labs',
    name: 'patient_name',
  },
  'lab-messages': {
    path: 'lab-messages',
    rows: 'lab_messages',
    label: 'messages of laboratories',
    area: 'staff',
    list: '/trt/provider/lab-messages',
    name: 'said_name',
  },
  'lab-orders': {
    path: 'trt/lab-orders',
    rows: 'lab_orders',
    label: 'lab orders',
    area: 'staff',
    list: '/trt/provider/lab-orders',
    name: 'number',
  },
  'lab-reports': {
    path: 'trt/lab-reports',
    rows: 'lab_reports',
    label: 'lab reports',
    area: 'staff',
    list: '/trt/provider/lab-reports',
    name: 'name',
  },
  prescriptions: {
    path: 'trt/prescriptions/all',
    rows: 'prescriptions',
    label: 'prescriptions',
    area: 'staff',
    list: '/trt/prescriptions',
    name: 'drug',
  },
  refills: {
    path: 'trt/refill-requests',
    rows: 'refill_requests',
    label: 'refill requests',
    area: 'staff',
    list: '/trt/provider/refills',
    name: 'drug',
  },
  appointments: {
    path: 'provider/appointments',
    rows: 'appointments',
    label: 'appointments',
    area: 'staff',
    list: '/trt/provider/appointments',
    name: 'patient_name',
  },
  messages: {
    path: 'provider/messages',
    rows: 'threads',
    label: 'messages',
    area: 'staff',
    list: '/trt/provider/messages',
    name: 'subject',
  },
  users: {
    path: 'admin/users',
    rows: 'users',
    label: 'users',
    area: 'admin',
    list: '/admin/users',
    name: 'email',
  },
  organisations: {
    path: 'admin/organisations',
    rows: 'organisations',
    label: 'organizations',
    area: 'admin',
    list: '/admin/organisations',
    name: 'name',
  },
  audit: {
    path: 'admin/audit',
    rows: 'events',
    label: 'the audit log',
    area: 'admin',
    list: '/admin/audit',
    name: 'action',
  },
  mails: {
    path: 'admin/mails',
    rows: 'mails',
    label: 'emails',
    area: 'admin',
    list: '/admin/mails',
    name: 'subject',
  },
  articles: {
    path: 'admin/articles',
    rows: 'articles',
    label: 'articles',
    area: 'admin',
    list: '/admin/articles',
    name: 'title',
  },
  'api-keys': {
    path: 'admin/api-keys',
    rows: 'api_keys',
    label: 'API keys',
    area: 'admin',
    list: '/admin/api-keys',
    name: 'name',
  },
  'patient-apps': {
    path: 'admin/patient-apps',
    rows: 'patient_apps',
    label: 'patient apps',
    area: 'admin',
    list: '/admin/patient-apps',
    name: 'name',
  },
  webhooks: {
    path: 'admin/webhooks',
    rows: 'webhooks',
    label: 'webhooks',
    area: 'admin',
    list: '/admin/webhooks',
    name: 'url',
  },
  pharmacies: {
    path: 'admin/pharmacies',
    rows: 'pharmacies',
    label: 'pharmacies',
    area: 'admin',
    list: '/admin/pharmacies',
    name: 'name',
  },
  'lab-connections': {
    path: 'admin/lab-connections',
    rows: 'lab_connections',
    label: 'laboratories',
    area: 'admin',
    list: '/admin/lab-connections',
    name: 'name',
  },
  'webhook-deliveries': {
    path: 'admin/webhook-deliveries',
    rows: 'deliveries',
    label: 'webhook messages',
    area: 'admin',
    list: '/admin/webhook-deliveries',
    name: 'event',
  },
};

export const RESOURCES: ResourceDefinitions = Object.fromEntries(
  Object.entries(STAFF_RESOURCES).map(([resource, { record, name }]) => [
    resource,
    { name: resource, hasList: true, hasShow: record !== undefined, recordRepresentation: name },
  ]),
);
