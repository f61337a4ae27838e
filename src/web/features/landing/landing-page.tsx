import { SiteFooter } from '#web/app/shell/site-footer.tsx';
import { SiteHeader } from '#web/app/shell/site-header.tsx';
import { Features } from './features.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { JoinBand } from './join-band.tsx';
import { Testimonials } from './testimonials.tsx';

/** The first page: what this is, for whom, how it works, and the doors in. */
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
