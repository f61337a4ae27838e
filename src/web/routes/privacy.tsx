import { PrivacyPage } from '#web/legal/privacy-page.tsx';

export function PrivacyRoute() {
  return <PrivacyPage />;
}
