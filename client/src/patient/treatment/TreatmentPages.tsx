import { lazy } from 'react';
import { useLocation } from 'react-router-dom';

const RefillPage = lazy(() => import('../refills/RefillPage.js'));
const TreatmentPage = lazy(() => import('./TreatmentPage.js'));
const LabVisitPage = lazy(() => import('../lab-visit/LabVisitPage.js'));
const DosesPage = lazy(() => import('../doses/DosesPage.js'));

/** The pages of an ongoing treatment. Their names are here so that first visits do not load them. */
export default function TreatmentPages() {
  const { pathname } = useLocation();
  if (pathname.endsWith('/doses')) return <DosesPage />;
  if (pathname.endsWith('/lab-visit')) return <LabVisitPage />;
  return pathname.endsWith('/treatment') ? <TreatmentPage /> : <RefillPage />;
}
