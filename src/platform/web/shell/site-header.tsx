import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { dashboardPaths } from '#platform/rules/routes.ts';
import { m } from '#text';
import { useSessionRole } from '../session/session.ts';
import { buttonClass } from '../ui/form/button.tsx';
import { classNames } from '../ui/layout/class-names.ts';
import { DisclosureMenu } from '../ui/overlay/disclosure-menu.tsx';
import { PageHeader } from './page-frame.tsx';

const sections = () => [
  { hash: 'features', label: m.navFeatures() },
  { hash: 'how-it-works', label: m.navHowItWorks() },
  { hash: 'testimonials', label: m.navTestimonials() },
  { hash: 'contact', label: m.navContact() },
];
const menuItem =
  'flex min-h-11 items-center rounded-field px-3 font-medium text-ink no-underline hover:bg-line/50';

const barLink =
  'flex min-h-11 items-center rounded-field px-1.5 font-medium leading-tight text-muted text-sm no-underline hover:text-ink';

/**
 * React's own lazy, because the landing page doesn't load lazy.tsx. If the bell cannot be loaded,
 * the page omits it.
 */
const LazyBell = lazy<() => ReactNode>(() =>
  import('./bell.tsx').then(
    ({ SiteBell }) => ({ default: SiteBell }),
    () => ({ default: () => null }),
  ),
);

export function SiteHeader({ cart }: { cart?: ReactNode }) {
  const role = useSessionRole();
  const dashboard = role && dashboardPaths[role];
  return (
    <PageHeader nav={<SectionLinks />}>
      {dashboard ? (
        <Suspense>
          <LazyBell />
        </Suspense>
      ) : (
        cart
      )}
      {dashboard ? (
        <Link
          to={dashboard}
          className={classNames(
            buttonClass({ variant: 'secondary', size: 'small' }),
            'max-sm:hidden',
          )}
        >
          {m.dashboardLink()}
        </Link>
      ) : (
        <EntryLinks />
      )}
      <div className="order-last xl:hidden">
        <DisclosureMenu
          button={<MenuIcon />}
          buttonClassName={buttonClass({ variant: 'quiet', size: 'icon' })}
          panelClassName="right-0 top-full mt-2 w-[min(20rem,calc(100vw-2rem))]"
        >
          <PhoneMenu dashboard={dashboard} />
        </DisclosureMenu>
      </div>
    </PageHeader>
  );
}

const join = classNames(buttonClass({ variant: 'secondary', size: 'small' }), 'whitespace-nowrap');

function EntryLinks() {
  return (
    <div className="hidden items-center gap-2 lg:flex">
      <DisclosureMenu
        button={
          <>
            {m.navLogin()}
            <Chevron />
          </>
        }
        buttonClassName={buttonClass({ variant: 'quiet', size: 'small' })}
        panelClassName="right-0 top-full mt-2 w-60"
      >
        <LoginLinks />
      </DisclosureMenu>
      <Link to="/signup" className={join}>
        {m.joinAsBuyer()}
      </Link>
      <Link to="/signupFarmer" className={join}>
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

function PhoneMenu({
  dashboard,
}: {
  dashboard: (typeof dashboardPaths)[keyof typeof dashboardPaths] | null;
}) {
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
      {dashboard ? (
        <Link to={dashboard} className={buttonClass({ isWide: true })}>
          {m.dashboardLink()}
        </Link>
      ) : (
        <>
          <div className="border-line border-y py-2">
            <LoginLinks />
          </div>
          <Link to="/signupFarmer" className={buttonClass({ variant: 'secondary', isWide: true })}>
            {m.joinAsFarmer()}
          </Link>
          <Link to="/signup" className={buttonClass({ variant: 'secondary', isWide: true })}>
            {m.joinAsBuyer()}
          </Link>
        </>
      )}
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
