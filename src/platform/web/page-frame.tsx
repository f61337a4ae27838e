import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getLocale, overwriteGetLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { isLanguage, LANGUAGE_COOKIE, languages } from '../rules/language.ts';
import { dashboardPaths } from '../rules/routes.ts';
import type { ToWorker } from '../rules/service-worker.ts';
import { useSessionRole } from './session.ts';
import { buttonClass, classNames } from './ui/elements.tsx';

type PageHeaderProps = {
  children?: React.ReactNode;
  nav?: React.ReactNode;
  identity?: React.ReactNode;
};

export function PageHeader({ children, nav, identity }: PageHeaderProps) {
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper/95 backdrop-soft print:hidden">
      <Container
        className={classNames(
          'flex min-h-17 items-center gap-x-1 gap-y-1 py-1.5 min-[25rem]:gap-x-3 sm:gap-x-5',
          !identity && 'flex-wrap xl:flex-nowrap',
        )}
      >
        <Logo isShort={Boolean(identity)} />
        {nav}
        {identity}
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {children}
          <LanguageSwitch />
        </div>
      </Container>
    </header>
  );
}

/** Until the code of the logged-in user's header has loaded. */
export const HeaderSpace = () => <PageHeader identity={<span className="flex-1" />} />;

function Logo({ isShort }: { isShort: boolean }) {
  const role = useSessionRole() ?? 'visitor';
  return (
    <Link
      to={homes[role]}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 font-extrabold text-ink text-lg tracking-tight no-underline',
        isShort && 'max-[22rem]:hidden max-sm:in-[header:has([data-home])]:hidden',
      )}
    >
      <LogoMark />
      <span className={isShort ? 'max-xl:sr-only' : 'max-[22rem]:sr-only'}>SokoShamba</span>
    </Link>
  );
}

export const LogoMark = () => (
  <svg aria-hidden="true" viewBox="0 0 34 34" className="size-9 shrink-0">
    <rect width="34" height="34" rx="10" fill="#1f6b43" />
    <path d="M17 27V14" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
    <path d="M17 18C9 18 7 12 7 8c7 0 10 4 10 10Z" fill="#f2b134" />
    <path d="M17 15c0-6 3-9 10-9 0 6-3 9-10 9Z" fill="#fff" />
  </svg>
);

export const PaperHead = ({ children }: { children?: React.ReactNode }) => (
  <div className="mb-4 hidden items-center gap-3 border-line border-b pb-3 print:flex">
    <LogoMark />
    <span className="mr-auto font-extrabold text-lg tracking-tight">SokoShamba</span>
    {children}
  </div>
);

export const PaperFoot = () => (
  <p className="mt-4 hidden border-line border-t pt-3 text-muted text-sm print:block">
    {m.mailClosing({ supportEmail: supportEmail() })}
  </p>
);

const homes = { visitor: '/', ...dashboardPaths } as const;

/** Under its own name, so that users find theirs without reading the other one. */
const names: Record<Language, { short: string; long: string }> = {
  en: { short: 'EN', long: 'English' },
  sw: { short: 'SW', long: 'Kiswahili' },
};

/** Without JavaScript, the links request the page in that language. */
function LanguageSwitch() {
  const current = getLocale();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <fieldset
      aria-label={m.languageSwitchLabel()}
      className="flex items-center rounded-full border border-line bg-card p-0.5"
    >
      {languages.map((language) => (
        <a
          key={language}
          href={inLanguage(search, language)}
          lang={language}
          hrefLang={language}
          // The label begins with the visible text, for users of voice control.
          aria-label={`${names[language].short}, ${names[language].long}`}
          aria-current={language === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            if (language !== current) setLanguage(language);
          }}
          className={classNames(
            'flex min-h-11 min-w-11 items-center justify-center rounded-full px-2.5 font-semibold text-sm no-underline',
            language === current
              ? 'bg-leaf-soft text-on-leaf-soft max-[25rem]:hidden'
              : 'text-muted hover:text-ink',
          )}
        >
          {names[language].short}
        </a>
      ))}
    </fieldset>
  );
}

function inLanguage(search: string, language: Language) {
  const next = new URLSearchParams(search);
  next.set('language', language);
  return `?${next}`;
}

export function PageFooter() {
  const link =
    'inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-ink hover:underline';
  return (
    <footer className="mt-auto border-line border-t print:hidden">
      <Container className="flex flex-wrap items-center gap-x-6 py-3 text-sm">
        <Link to="/prices" className={link}>
          {m.pricesTitle()}
        </Link>
        <Link to="/lots" className={link}>
          {m.lotsTitle()}
        </Link>
        <Link to="/terms" className={link}>
          {m.termsLink()}
        </Link>
        <Link to="/privacy" className={link}>
          {m.privacyLink()}
        </Link>
        <a href={`mailto:${supportEmail()}`} className={link}>
          {m.contactSupport()}
        </a>
      </Container>
    </footer>
  );
}

type MessagePageProps = {
  picture: string;
  title: string;
  text?: string;
  children?: React.ReactNode;
};

export function MessagePage({ picture, title, text, children }: MessagePageProps) {
  return (
    <>
      <PageHeader />
      <main id="main" className="flex flex-1 items-center py-12">
        <Container width="form" className="text-center">
          <img src={picture} alt="" width="240" height="180" className="mx-auto mb-6" />
          <h1 tabIndex={-1} className="font-extrabold text-3xl">
            {title}
          </h1>
          {text && <p className="mt-3 text-lg text-muted">{text}</p>}
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            {children}
            <Link to="/" className={buttonClass({ variant: children ? 'secondary' : 'primary' })}>
              {m.backHome()}
            </Link>
          </div>
        </Container>
      </main>
      <PageFooter />
    </>
  );
}

export function usePageTitle(name: string | undefined) {
  useEffect(() => {
    if (!name) return;
    // The router sets the route's title first.
    const timer = setTimeout(() => {
      document.title = `${name} · SokoShamba`;
    });
    return () => clearTimeout(timer);
  }, [name]);
}

type ContainerProps = React.ComponentProps<'div'> & { width?: 'page' | 'prose' | 'form' };

const widths = { page: 'max-w-page', prose: 'max-w-prose', form: 'max-w-form' };

export function Container({ width = 'page', className, ...rest }: ContainerProps) {
  return (
    <div
      {...rest}
      className={classNames('mx-auto w-full px-4 sm:px-6', widths[width], className)}
    />
  );
}

/**
 * Once a product or farm has loaded, its name becomes the title, and its heading gets the focus.
 */
export function useAnnounced(name: string | undefined) {
  usePageTitle(name);
  useEffect(() => {
    if (!name) return;
    // The router moves the focus to a heading first.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [name]);
}

const WITHOUT_PAGE = {
  'support-email': '%SUPPORT_EMAIL%',
  'support-phone': '%SUPPORT_PHONE%',
  'support-location': '%SUPPORT_LOCATION%',
  'tile-url': '%TILE_URL%',
};

/**
 * The SUPPORT_* and TILE_URL settings. The server fills them into placeholders of prerendered
 * pages, and the script reads them from the page's head.
 */
function siteInfo(name: keyof typeof WITHOUT_PAGE) {
  if (typeof document === 'undefined') return WITHOUT_PAGE[name];
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

let publicUrl = '';

export function setSiteInfo(site: { supportEmail: string; publicUrl: string }) {
  WITHOUT_PAGE['support-email'] = site.supportEmail;
  publicUrl = site.publicUrl;
}

export const siteUrl = () => (typeof document === 'undefined' ? publicUrl : location.origin);

export const supportEmail = () => siteInfo('support-email');
export const supportPhone = () => siteInfo('support-phone');
/** RFC 3966 allows no spaces. */
export const telLink = (phoneNumber: string) => `tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`;
export const supportLocation = () => siteInfo('support-location');

export const tileUrl = () => siteInfo('tile-url');

/** The server marks it on the root element. Prerendered pages use the class `needs-sms` instead. */
export const hasSms = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.sms === 'on';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The server chose it, so the page's lang attribute is authoritative. */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** Call it once, before the first rendering. */
export function followPageLanguage() {
  overwriteGetLocale(currentLanguage);
}

/** Reloads, because HTML, title and texts all change. */
export function setLanguage(language: Language) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox 100 and Safari 15.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
  // The service worker cannot read cookies in every browser.
  navigator.serviceWorker?.controller?.postMessage({
    type: 'language',
    language,
  } satisfies ToWorker);
  // A link followed before the script ran has put a language into the address, and the server would
  // obey it again.
  const address = new URL(location.href);
  address.searchParams.delete('language');
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  location.reload();
}
