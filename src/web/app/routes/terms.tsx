import { TermsPage } from '#web/features/legal/terms-page.tsx';

export function TermsRoute() {
  return <TermsPage />;
}
