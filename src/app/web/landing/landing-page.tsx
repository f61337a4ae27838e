import { Link } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { SiteFooter } from '#platform/web/shell/site-footer.tsx';
import { SiteHeader } from '#platform/web/shell/site-header.tsx';
import { useNear } from '#platform/web/ui/browser/use-near.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Avatar } from '#platform/web/ui/layout/avatar.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { m } from '#text';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Section } from './section.tsx';

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

function VisitorCart() {
  const [Link, setLink] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasCart()) return;
    const load = import('#orders/web/cart/visitor-cart-link.tsx');
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

const figures = () => [
  { figure: '5,000+', label: m.figureFarmers() },
  { figure: '1,200+', label: m.figureBuyers() },
  { figure: '42', label: m.figureCounties() },
  { figure: 'KSh 12M+', label: m.figureTransactions() },
];

function Figures() {
  return (
    <Container className="relative z-10 -mt-11">
      <dl
        aria-label={m.figuresLabel()}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-raised md:grid-cols-4"
      >
        {figures().map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end bg-card px-4 py-4 lg:px-6 lg:py-6"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="whitespace-nowrap font-extrabold text-leaf text-xl lg:text-2xl tracking-tight">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </Container>
  );
}

function JoinBand() {
  return (
    <Container className="pb-16 md:pb-24">
      <section className="flex flex-wrap items-center justify-between gap-6 rounded-card bg-maize px-6 py-8 text-on-maize sm:px-10 sm:py-10">
        <div>
          <h2 className="font-extrabold text-2xl">{m.joinTitle()}</h2>
          <p className="mt-1.5 text-lg">{m.joinText()}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Link
            to="/signupFarmer"
            className={classNames(
              buttonClass({ variant: 'dark' }),
              'whitespace-nowrap max-sm:flex-1 max-sm:px-3',
            )}
          >
            {m.joinAsFarmer()}
          </Link>
          <Link
            to="/signup"
            className={classNames(
              buttonClass({ variant: 'outline' }),
              'whitespace-nowrap max-sm:flex-1 max-sm:px-3',
            )}
          >
            {m.joinAsBuyer()}
          </Link>
        </div>
      </section>
    </Container>
  );
}

/**
 * Fetched when the section comes near the screen; until then it keeps its place. Without JavaScript
 * it contains only links.
 */
function Today() {
  const [section, isNear] = useNear<HTMLDivElement>(false);
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isNear) return;
    const load = import('./todays-market.tsx');
    load.then(({ TodaysMarket }) => setPart(() => TodaysMarket)).catch(() => {});
  }, [isNear]);
  return (
    <Section id="today" title={m.todayTitle()} className="pb-0! md:pb-0!">
      <div ref={section} className="needs-script mt-6 min-h-196 sm:min-h-120 lg:min-h-108">
        {Part && <Part />}
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to="/market" className={buttonClass()}>
          {m.heroMarketLink()}
        </Link>
        <Link to="/prices" className={buttonClass({ variant: 'secondary' })}>
          {m.todayPrices()}
        </Link>
      </p>
    </Section>
  );
}

const steps = () => [
  { title: m.stepProfileTitle(), text: m.stepProfileText() },
  { title: m.stepListTitle(), text: m.stepListText() },
  { title: m.stepConnectTitle(), text: m.stepConnectText() },
  { title: m.stepCompleteTitle(), text: m.stepCompleteText() },
];

function HowItWorks() {
  return (
    <Section id="how-it-works" title={m.stepsTitle()} lead={m.stepsLead()} className="bg-sunk">
      <ol className="mt-10 grid gap-8 md:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {steps().map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-5 lg:block">
            {index > 0 && (
              <span
                aria-hidden="true"
                className="absolute top-7 right-[calc(100%-0.75rem)] hidden w-[calc(100%-4.5rem)] border-edge/50 border-t-2 border-dashed lg:block"
              />
            )}
            <span
              aria-hidden="true"
              className="grid size-14 shrink-0 place-items-center rounded-full bg-leaf-solid font-extrabold text-white text-xl"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-bold text-xl lg:mt-5">{title}</h3>
              <p className="mt-1.5 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const testimonials = () => [
  {
    quote: m.testimonialFarmer(),
    name: m.testimonialFarmerName(),
    role: m.testimonialFarmerRole(),
  },
  { quote: m.testimonialBuyer(), name: m.testimonialBuyerName(), role: m.testimonialBuyerRole() },
];

function Testimonials() {
  return (
    <Section id="testimonials" title={m.testimonialsTitle()}>
      <div className="mt-8 grid gap-5 lg:grid-cols-2">
        {testimonials().map(({ quote, name, role }) => (
          <figure
            key={name}
            className="flex flex-col rounded-card border border-line bg-card p-6 sm:p-8"
          >
            <svg aria-hidden="true" viewBox="0 0 40 28" className="h-7 w-10 fill-maize">
              <path d="M0 28V17C0 7 5 1 15 0l1.500 4.500C11.500 6 9 9 9 13h7v15H0Zm22 0V17C22 7 27 1 37 0l1.500 4.500C33.500 6 31 9 31 13h7v15H22Z" />
            </svg>
            <blockquote className="mt-5 mb-6 text-lg md:text-xl md:leading-relaxed">
              {quote}
            </blockquote>
            <figcaption className="mt-auto flex items-center gap-3">
              <Avatar name={name} />
              <span>
                <span className="block font-bold">{name}</span>
                <span className="block text-muted text-sm">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
