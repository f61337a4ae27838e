import { TermsPage } from '#web/legal/terms-page.tsx';

export function TermsRoute() {
  return <TermsPage />;
}
