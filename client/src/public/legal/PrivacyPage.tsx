import { LegalPage } from './LegalPage.js';
import { privacy } from './text.js';

export default function PrivacyPage() {
  return <LegalPage {...privacy} />;
}
