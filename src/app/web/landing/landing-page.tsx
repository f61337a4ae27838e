import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { Avatar } from '#ui/avatar.tsx';
import { useNear } from '#ui/browser/use-near.ts';
import { Container } from '#web/page-frame.tsx';
import { deviceStore } from '#web/storage.ts';
import { SiteFooter, SiteHeader } from '../shell/site-frame.tsx';
import { Features, Section } from './features.tsx';
import { Hero } from './hero.tsx';

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
      </main>
      <SiteFooter />
    </>
  );
}

function VisitorCart() {
  const [Link, setLink] = useState<React.ComponentType | null>(null);
  useEffect(() => {
    if ((deviceStore.read('cartLines') ?? '[]') === '[]') return;
    const load = import('#orders/web/cart/visitor-cart.tsx');
    load.then(({ VisitorCartLink }) => setLink(() => VisitorCartLink)).catch(() => {});
  }, []);
  return Link && <Link />;
}

const figures = () => [
  { figure: '5,000+', label: m.figureFarmers() },
  { figure: '1,200+', label: m.figureBuyers() },
  { figure: '42', label: m.figureCounties() },
  { figure: 'KSh 12M+', label: m.figureTransactions() },
];

function Figures() {
  return (
    <Container className="relative z-10 -mt-9">
      <dl
        aria-label={m.figuresLabel()}
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-raised md:grid-cols-4"
      >
        {figures().map(({ figure, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end bg-card px-3 py-2 tracking-tight sm:px-4 lg:px-6 lg:py-6"
          >
            <dt className="text-muted text-xs sm:text-sm">{label}</dt>
            <dd className="whitespace-nowrap font-extrabold text-leaf text-xl lg:text-2xl tracking-tight">
              {figure}
            </dd>
          </div>
        ))}
      </dl>
    </Container>
  );
}

/**
 * Fetched when the section comes near the screen; until then it keeps its place. Without JavaScript
 * it contains only links.
 */
function Today() {
  const [section, isNear] = useNear<HTMLDivElement>(false);
  const [Part, setPart] = useState<React.ComponentType | null>(null);
  useEffect(() => {
    if (!isNear) return;
    const load = import('./todays-market.tsx');
    load.then(({ TodaysMarket }) => setPart(() => TodaysMarket)).catch(() => {});
  }, [isNear]);
  return (
    <Section id="today" title={m.todayTitle()} className="pb-2! md:pb-0!">
      <div ref={section} className="needs-script mt-3 min-h-107 sm:min-h-120 md:mt-6 lg:min-h-108">
        {Part && <Part />}
      </div>
      <Link to="/market" className="link mt-1 inline-flex min-h-11 items-center md:mt-4">
        {m.heroMarketLink()}
      </Link>
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
    <Section id="how-it-works" title={m.stepsTitle()} className="bg-sunk">
      <ol className="mt-4 grid gap-4 md:mt-10 md:grid-cols-2 md:gap-8 lg:grid-cols-4 lg:gap-6">
        {steps().map(({ title, text }, index) => (
          <li key={title} className="relative flex gap-3 md:gap-5 lg:block">
            {index > 0 && (
              <span
                aria-hidden="true"
                className="absolute top-7 right-[calc(100%-0.75rem)] hidden w-[calc(100%-4.5rem)] border-edge/50 border-t-2 border-dashed lg:block"
              />
            )}
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-leaf-solid font-extrabold text-white md:size-14 md:text-xl"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-bold text-lg md:text-xl lg:mt-5">{title}</h3>
              <p className="mt-0.5 text-muted text-sm md:mt-1.5 md:text-base">{text}</p>
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
      <div className="mt-3 grid gap-3 md:mt-8 md:gap-5 lg:grid-cols-2">
        {testimonials().map(({ quote, name, role }) => (
          <figure
            key={name}
            className="flex flex-col rounded-card border border-line bg-card p-4 sm:p-8"
          >
            <svg
              aria-hidden="true"
              viewBox="0 0 40 28"
              className="h-7 w-10 fill-maize max-sm:hidden"
            >
              <path d="M0 28V17C0 7 5 1 15 0l1.500 4.500C11.500 6 9 9 9 13h7v15H0Zm22 0V17C22 7 27 1 37 0l1.500 4.500C33.500 6 31 9 31 13h7v15H22Z" />
            </svg>
            <blockquote className="mb-3 sm:mt-5 sm:mb-6 sm:text-lg md:text-xl md:leading-relaxed">
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
