import type { ReactNode } from 'react';
import { Container } from '#web/ui/layout/container.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';

/** The bar at the top of every page: logo, what the page puts beside it, the language. */
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
