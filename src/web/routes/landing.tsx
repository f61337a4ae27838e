import { LandingPage } from '#web/landing/landing-page.tsx';

export function LandingRoute() {
  return <LandingPage />;
}
