import { type ComponentType, useEffect, useState } from 'react';
import { SiteFooter } from '#platform/web/shell/site-footer.tsx';
import { SiteHeader } from '#platform/web/shell/site-header.tsx';
import { Features } from './features.tsx';
import { Figures } from './figures.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { JoinBand } from './join-band.tsx';
import { Testimonials } from './testimonials.tsx';
import { Today } from './today.tsx';

/** The landing page: what the market is, who it is for, how it works, and how to join. */
export function LandingPage() {
  return (
    <>
      <SiteHeader cart={<VisitorCart />} />
      <main id="main">
        <Hero />
        <Figures />
        <Today />
        <Features />
        <HowItWorks />
        <Testimonials />
        <JoinBand />
      </main>
      <SiteFooter />
    </>
  );
}

/**
 * The cart with its count, if this device has one. Its code loads only then, and after the page.
 */
function VisitorCart() {
  const [Link, setLink] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasCart()) return;
    const load = import('#features/orders/web/cart/visitor-cart-link.tsx');
    load.then(({ VisitorCartLink }) => setLink(() => VisitorCartLink)).catch(() => {});
  }, []);
  return Link && <Link />;
}

function hasCart(): boolean {
  try {
    return (localStorage.getItem('cartLines') ?? '[]') !== '[]';
  } catch {
    return false;
  }
}
