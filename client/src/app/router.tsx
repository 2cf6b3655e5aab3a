import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { AREAS } from '../shared/session/access.js';
import { BootScreen } from './BootScreen.js';
import { allow, goHome, homeOf, onlySignedOut, patientHome } from './guards.js';
import { orReload } from './outdated.js';
import { PageLoading } from './PageLoading.js';
import { PublicFrame } from './PublicFrame.js';
import { Root } from './Root.js';
import { RouteFailed } from './RouteFailed.js';

type Screen = () => Promise<{ default: ComponentType }>;

/**
 * A screen in its own chunk. `lazy` is in the element, not on the route: a route's own `lazy` would start
 * alongside the guard and download the screen for users who may not see it.
 */
function screen(key: string, load: Screen): ReactNode {
  const Lazy = lazy(orReload(load));
  return (
    <Suspense key={key} fallback={<PageLoading />}>
      <Lazy />
    </Suspense>
  );
}
function page(path: string, load: Screen): RouteObject {
  return { path, element: screen(path, load) };
}

const apps: Screen = () => import('../patient/apps/AppsPages.js');
const admin: Screen = () => import('../staff/admin/AdminPages.js');

const publicPages: RouteObject = {
  element: <PublicFrame />,
  children: [
    { ...page('login', () => import('../public/login/LoginPage.js')), loader: onlySignedOut(homeOf) },
    { ...page('signup', () => import('../public/signup/SignupPage.js')), loader: onlySignedOut(patientHome) },
    page('forgot-password', () => import('../public/forgot/ForgotPasswordPage.js')),
    page('reset-password', () => import('../public/reset/ResetPasswordPage.js')),
    page('verify-email', () => import('../public/verify/VerifyEmailPage.js')),
    page('terms', () => import('../public/legal/TermsPage.js')),
    page('privacy', () => import('../public/legal/PrivacyPage.js')),
    // Without navigation: an app leads here, and the answer leads back to it.
    {
      ...page('trt/patient/connect', apps),
      loader: allow(AREAS.patient, { cameFor: true }),
    },
  ],
};

const treatment: Screen = () => import('../patient/treatment/TreatmentPages.js');

const patientPages: RouteObject = {
  path: 'trt/patient',
  loader: allow(AREAS.patient),
  children: [
    {
      index: true,
      element: screen('patient', () => import('../patient/dashboard/PatientDashboardPage.js')),
    },
    page('prescriptions', () => import('../patient/prescriptions/PrescriptionsPage.js')),
    page('profile', () => import('../patient/profile/ProfilePage.js')),
    page('intake', () => import('../patient/intake/IntakePage.js')),
    page('safety-check', () => import('../patient/safety-check/SafetyCheckPage.js')),
    page('refill', treatment),
    page('doses', treatment),
    page('treatment', treatment),
    page('lab-visit', treatment),
    page('education', () => import('../patient/education/EducationPage.js')),
    page('progress', () => import('../patient/progress/ProgressPage.js')),
    page('appointments', () => import('../patient/appointments/AppointmentsPage.js')),
    page('messages', () => import('../patient/messages/MessagesPage.js')),
    page('apps', apps),
  ],
};

const staffPages: RouteObject = {
  loader: allow(AREAS.staff, { records: true }),
  element: screen('staff', () => import('../staff/root/StaffRoot.js')),
  children: [
    page('trt/provider/cases', () => import('../staff/cases/CaseListPage.js')),
    page('trt/cases', () => import('../staff/cases/ManageCasesPage.js')),
    page('trt/cases/:id/titration', () => import('../staff/titration/TitrationPage.js')),
    page('trt/cases/:id/prescriptions', () => import('../staff/prescriptions/CasePrescriptionsPage.js')),
    page('trt/prescriptions', () => import('../staff/prescriptions/PrescriptionListPage.js')),
    page('trt/discontinue', () => import('../staff/discontinue/DiscontinuePage.js')),
    page('trt/provider/patients', () => import('../staff/patients/PatientListPage.js')),
    page('trt/provider/patients/:patientId', () => import('../staff/patients/PatientPage.js')),
    page('trt/provider/labs', () => import('../staff/labs/LabListPage.js')),
    page('trt/provider/lab-messages', () => import('../staff/lab-messages/LabMessageListPage.js')),
    page('trt/provider/lab-messages/:id', () => import('../staff/lab-messages/LabMessagePage.js')),
    page('trt/provider/lab-orders', () => import('../staff/lab-orders/LabOrderListPage.js')),
    page('trt/provider/refills', () => import('../staff/refills/RefillListPage.js')),
    page('trt/provider/lab-reports', () => import('../staff/labs/LabReportsPage.js')),
    page('trt/provider/appointments', () => import('../staff/appointments/AppointmentListPage.js')),
    page('trt/provider/messages', () => import('../staff/messages/MessageListPage.js')),
    page('trt/provider/plan-review', () => import('../staff/plans/PlanReviewPage.js')),
    page('trt/cases/:id', () => import('../staff/cases/CaseDetailPage.js')),
    page('account/licenses', () => import('../staff/regulation/LicensesPage.js')),
  ],
};

const adminPages: RouteObject = {
  path: 'admin',
  loader: allow(AREAS.admin),
  element: screen('staff', () => import('../staff/root/StaffRoot.js')),
  children: [
    { index: true, element: screen('admin', () => import('../staff/admin/CockpitPage.js')) },
    ...[
      'users',
      'organisations',
      'audit',
      'mails',
      'api-keys',
      'patient-apps',
      'webhooks',
      'webhook-deliveries',
      'pharmacies',
      'lab-connections',
      'articles',
      'completeness',
      'retention',
      'rules',
    ].map((path) => page(path, admin)),
  ],
};

const signedInPages: RouteObject = {
  loader: allow('any'),
  element: screen('shell', () => import('./shell/Shell.js')),
  children: [
    {
      errorElement: <RouteFailed framed />,
      children: [
        page('dashboard', () => import('./DashboardPage.js')),
        page('help/:slug', () => import('../assistant/HelpPage.js')),
        page('account/security', () => import('../account/AccountSecurityPage.js')),
        patientPages,
        adminPages,
        staffPages,
      ],
    },
  ],
};

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFailed />,
    HydrateFallback: BootScreen,
    children: [
      { index: true, path: '/', loader: goHome, element: null },
      publicPages,
      signedInPages,
      { path: '*', loader: goHome, element: null },
    ],
  },
];

type Router = ReturnType<typeof createBrowserRouter>;

/** `connect` runs before the router exists, because the guards need the session while the router is being created. */
export function createRouter(connect: (router: () => Router) => void): Router {
  let router: Router | null = null;
  connect(() => {
    if (!router) throw new Error('The router is not ready yet');
    return router;
  });
  router = createBrowserRouter(routes);
  return router;
}
