import { SiteFooter } from '#web/app/shell/site-footer.tsx';
import { SiteHeader } from '#web/app/shell/site-header.tsx';
import { Features } from './features.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { JoinBand } from './join-band.tsx';
import { Testimonials } from './testimonials.tsx';

/** The landing page: what the market is, whom it is for, how it works, and how to join. */
export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Figures />
        <Features />
        <HowItWorks />
        <Testimonials />
        <JoinBand />
      </main>
      <SiteFooter />
    </>
  );
}
