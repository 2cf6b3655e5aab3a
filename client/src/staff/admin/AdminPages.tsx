import { lazy, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';

const PAGES: Readonly<Record<string, ComponentType>> = {
  users: lazy(() => import('./users/UserListPage.js')),
  organisations: lazy(() => import('./organisations/OrganisationListPage.js')),
  audit: lazy(() => import('./audit/AuditPage.js')),
  mails: lazy(() => import('./mails/MailListPage.js')),
  'api-keys': lazy(() => import('./api-keys/ApiKeyListPage.js')),
  'patient-apps': lazy(() => import('./patient-apps/PatientAppListPage.js')),
  webhooks: lazy(() => import('./webhooks/WebhookListPage.js')),
  'webhook-deliveries': lazy(() => import('./webhooks/DeliveryListPage.js')),
  'lab-connections': lazy(() => import('./lab-connections/LabConnectionListPage.js')),
  pharmacies: lazy(() => import('./pharmacies/PharmacyListPage.js')),
  articles: lazy(() => import('./articles/ArticleListPage.js')),
  completeness: lazy(() => import('./completeness/CompletenessPage.js')),
  retention: lazy(() => import('./retention/RetentionPage.js')),
  rules: lazy(() => import('./rules/RuleSetPage.js')),
};

/** The pages of administrators, by the part of the address after /admin. Their names are here so that first visits do not load them. */
export default function AdminPages() {
  const Page = PAGES[useLocation().pathname.split('/')[2] ?? ''];
  return Page ? <Page /> : null;
}
