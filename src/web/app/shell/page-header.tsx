import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Container } from '#web/ui/layout/container.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** The bar at the top of every page: the logo, the page's own content, and the language switch. */
export function PageHeader({ children, nav }: { children?: ReactNode; nav?: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-paper/95 backdrop-blur-sm print:hidden">
      <Container className="flex min-h-17 flex-wrap items-center gap-x-1 gap-y-1 py-1.5 min-[25rem]:gap-x-3 sm:gap-x-5">
        <Logo />
        {nav}
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {children}
          <LanguageSwitch />
        </div>
      </Container>
    </header>
  );
}

/** The logo and the name, linked to the landing page. The name is the same in every language. */
function Logo() {
  return (
    <Link to="/" className="flex min-h-11 items-center gap-2.5 font-extrabold text-ink text-lg tracking-tight no-underline">
      <svg aria-hidden="true" viewBox="0 0 34 34" className="size-9 shrink-0">
        <rect width="34" height="34" rx="10" fill="#1f6b43" />
        <path d="M17 27V14" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <path d="M17 18C9 18 7 12 7 8c7 0 10 4 10 10Z" fill="#f2b134" />
        <path d="M17 15c0-6 3-9 10-9 0 6-3 9-10 9Z" fill="#fff" />
      </svg>
      <span className="max-[22rem]:sr-only">SokoShamba</span>
    </Link>
  );
}
