import type { ResourceDefinitions } from 'react-admin';
import type { Area } from '../../shared/session/access.js';

interface Pages {
  list: string;
  record?: (id: string) => string;
}
interface Resource extends Pages {
  /** Who may open it; the server decides. */
  area: Area;
  /** The property that names a record. */
  name: string;
}

/** The resources of the staff side: their pages at the specified URLs, who may open them, what names a record. */
const STAFF_RESOURCES: Record<string, Resource> = {
  cases: {
    area: 'staff',
    list: '/trt/provider/cases',
    record: (id) => `/trt/cases/${id}`,
    name: 'patient_name',
  },
  patients: {
    area: 'staff',
    list: '/trt/provider/patients',
    record: (id) => `/trt/provider/patients/${id}`,
    name: 'name',
  },
  labs: { area: 'staff', list: '/trt/provider/labs', name: 'patient_name' },
  'lab-reports': { area: 'staff', list: '/trt/provider/lab-reports', name: 'name' },
  prescriptions: { area: 'staff', list: '/trt/prescriptions', name: 'drug' },
  refills: { area: 'staff', list: '/trt/provider/refills', name: 'drug' },
  appointments: { area: 'staff', list: '/trt/provider/appointments', name: 'patient_name' },
  messages: { area: 'staff', list: '/trt/provider/messages', name: 'subject' },
  users: { area: 'admin', list: '/admin/users', name: 'email' },
  organisations: { area: 'admin', list: '/admin/organisations', name: 'name' },
  audit: { area: 'admin', list: '/admin/audit', name: 'action' },
  mails: { area: 'admin', list: '/admin/mails', name: 'subject' },
  articles: { area: 'admin', list: '/admin/articles', name: 'title' },
  'api-keys': { area: 'admin', list: '/admin/api-keys', name: 'name' },
  webhooks: { area: 'admin', list: '/admin/webhooks', name: 'url' },
  'webhook-deliveries': { area: 'admin', list: '/admin/webhook-deliveries', name: 'event' },
};

export const PAGES: Readonly<Record<string, Pages>> = STAFF_RESOURCES;

export const AREA_OF: Readonly<Record<string, Area>> = Object.fromEntries(
  Object.entries(STAFF_RESOURCES).map(([resource, { area }]) => [resource, area]),
);

export const RESOURCES: ResourceDefinitions = Object.fromEntries(
  Object.entries(STAFF_RESOURCES).map(([resource, { record, name }]) => [
    resource,
    { name: resource, hasList: true, hasShow: record !== undefined, recordRepresentation: name },
  ]),
);
