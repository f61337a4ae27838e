import { PrivacyPage } from '#web/features/legal/privacy-page.tsx';

export function PrivacyRoute() {
  return <PrivacyPage />;
}
