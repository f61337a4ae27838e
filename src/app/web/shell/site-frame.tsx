import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DEVELOPERS_PATH } from '#rules/routes.ts';
import { m } from '#text';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { buttonClass, classNames } from '#ui/elements.tsx';
import {
  Container,
  HeaderSpace,
  PageHeader,
  supportEmail,
  supportLocation,
  supportPhone,
  telLink,
} from '#web/page-frame.tsx';
import { useSessionRole } from '#web/session.ts';

const sections = () => [
  { hash: 'features', label: m.navFeatures() },
  { hash: 'how-it-works', label: m.stepsTitle() },
  { hash: 'testimonials', label: m.navTestimonials() },
  { hash: 'contact', label: m.navContact() },
];
const menuItem =
  'flex min-h-11 items-center rounded-field px-3 font-medium text-ink no-underline hover:bg-line/50';

const barLink =
  'flex min-h-11 items-center rounded-field px-1.5 font-medium leading-tight text-muted text-sm no-underline hover:text-ink';

/** React's own lazy, because the landing page doesn't load lazy.tsx. */
const LazySiteShell = lazy<React.ComponentType<{ userRole: Role }>>(() =>
  import('./site-shell.tsx').then(
    ({ SiteShell }) => ({ default: SiteShell }),
    () => ({ default: HeaderSpace }),
  ),
);

export function SiteHeader({ cart }: { cart?: React.ReactNode }) {
  const role = useSessionRole();
  if (role)
    return (
      <Suspense fallback={<HeaderSpace />}>
        <LazySiteShell userRole={role} />
      </Suspense>
    );
  return (
    <PageHeader nav={<SectionLinks />}>
      {cart}
      <EntryLinks />
      <div className="order-last xl:hidden">
        <DisclosureMenu
          button={<MenuIcon />}
          buttonClassName={buttonClass({ variant: 'quiet', size: 'icon' })}
          panelClassName="right-0 top-full mt-2 w-[min(20rem,calc(100vw-2rem))]"
        >
          <PhoneMenu />
        </DisclosureMenu>
      </div>
    </PageHeader>
  );
}

function EntryLinks() {
  return (
    <div className="hidden items-center gap-2 lg:flex">
      <DisclosureMenu
        button={
          <>
            {m.loginButton()}
            <Chevron />
          </>
        }
        buttonClassName={buttonClass({ variant: 'quiet', size: 'small' })}
        panelClassName="right-0 top-full mt-2 w-60"
      >
        <LoginLinks />
      </DisclosureMenu>
      <Link
        to="/signup"
        className={classNames(
          buttonClass({ variant: 'secondary', size: 'small' }),
          'whitespace-nowrap',
        )}
      >
        {m.joinAsBuyer()}
      </Link>
      <Link
        to="/signupFarmer"
        className={classNames(buttonClass({ size: 'small' }), 'whitespace-nowrap')}
      >
        {m.joinAsFarmer()}
      </Link>
    </div>
  );
}

function SectionLinks() {
  return (
    <nav aria-label={m.navMain()} className="hidden min-w-0 xl:flex">
      <Link to="/market" className={barLink}>
        {m.marketPageTitle()}
      </Link>
      {sections().map(({ hash, label }) => (
        <a key={hash} href={`/#${hash}`} className={barLink}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function LoginLinks() {
  return (
    <ul>
      <li>
        <Link to="/login" className={menuItem}>
          {m.buyerLogin()}
        </Link>
      </li>
      <li>
        <Link to="/loginF" className={menuItem}>
          {m.farmerLogin()}
        </Link>
      </li>
    </ul>
  );
}

function PhoneMenu() {
  return (
    <nav aria-label={m.navMenu()} className="grid gap-2">
      <ul>
        <li>
          <Link to="/market" className={menuItem}>
            {m.marketPageTitle()}
          </Link>
        </li>
        {sections().map(({ hash, label }) => (
          <li key={hash}>
            <a href={`/#${hash}`} className={menuItem}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className="border-line border-y py-2">
        <LoginLinks />
      </div>
      <Link to="/signupFarmer" className={buttonClass({ isWide: true })}>
        {m.joinAsFarmer()}
      </Link>
      <Link to="/signup" className={buttonClass({ variant: 'secondary', isWide: true })}>
        {m.joinAsBuyer()}
      </Link>
    </nav>
  );
}

function Chevron() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className="size-4 transition-transform group-open/menu:rotate-180"
    >
      <path
        d="m5 7.5 5 5 5-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

function MenuIcon() {
  return (
    <>
      <span className="sr-only">{m.navMenu()}</span>
      <svg aria-hidden="true" viewBox="0 0 24 24" className="size-6">
        <path
          className="group-open/menu:hidden"
          d="M4 7h16M4 12h16M4 17h16"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path
          className="hidden group-open/menu:block"
          d="m6 6 12 12M18 6 6 18"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
    </>
  );
}

const link =
  'inline-flex min-h-11 items-center wrap-anywhere text-sm text-white/85 underline-offset-4 hover:text-white hover:underline';

export function SiteFooter() {
  return (
    <footer
      id="contact"
      tabIndex={-1}
      className="mt-auto bg-forest text-white outline-none print:hidden"
    >
      <Container className="grid gap-x-10 gap-y-3 py-6 md:grid-cols-[auto_minmax(0,1fr)] md:py-10">
        <div>
          <h2 className="font-bold text-lg">{m.contactTitle()}</h2>
          <dl className="mt-2 grid">
            <Contact name={m.emailLabel()}>
              <a href={`mailto:${supportEmail()}`} className={link}>
                {supportEmail()}
              </a>
            </Contact>
            <Contact name={m.contactPhone()}>
              <a href={telLink(supportPhone())} className={link}>
                {supportPhone()}
              </a>
            </Contact>
            <Contact name={m.contactLocation()}>
              <span className="inline-flex min-h-11 items-center">{supportLocation()}</span>
            </Contact>
          </dl>
        </div>
        <div className="flex flex-wrap gap-x-6 md:content-end md:justify-end">
          <Link to="/prices" className={link}>
            {m.pricesTitle()}
          </Link>
          <Link to="/terms" className={link}>
            {m.termsLink()}
          </Link>
          <Link to="/privacy" className={link}>
            {m.privacyLink()}
          </Link>
          {/* A page of the server, which the router does not know. */}
          <a href={DEVELOPERS_PATH} className={link}>
            {m.developersTitle()}
          </a>
        </div>
      </Container>
    </footer>
  );
}

function Contact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center">
      <dt className="text-sm text-white/75">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
