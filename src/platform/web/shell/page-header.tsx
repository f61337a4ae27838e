import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dashboardPaths } from '#platform/rules/routes.ts';
import { useSessionRole } from '../session/session.ts';
import { classNames } from '../ui/layout/class-names.ts';
import { Container } from '../ui/layout/container.tsx';
import { LanguageSwitch } from './language-switch.tsx';

type PageHeaderProps = {
  children?: ReactNode;
  nav?: ReactNode;
  identity?: ReactNode;
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

function Logo({ isShort }: { isShort: boolean }) {
  const role = useSessionRole() ?? 'visitor';
  return (
    <Link
      to={homes[role]}
      className={classNames(
        'flex min-h-11 items-center gap-2.5 font-extrabold text-ink text-lg tracking-tight no-underline',
        isShort && 'max-[22rem]:hidden',
      )}
    >
      <LogoMark />
      <span className={isShort ? 'max-md:sr-only' : 'max-[22rem]:sr-only'}>SokoShamba</span>
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

const homes = { visitor: '/', ...dashboardPaths } as const;
