import { LegalPage } from './LegalPage.js';
import { terms } from './text.js';

export default function TermsPage() {
  return <LegalPage {...terms} />;
}
