import { type ReactNode, useEffect } from 'react';
import { Container } from '../ui/layout/container.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';
import { takeOverPage } from './typed-before.ts';

type AccountPageProps = {
  title: string;
  lead?: ReactNode;
  headerLink?: ReactNode;
  isBroad?: boolean;
  children: ReactNode;
};

/** A narrow column with a card, for sign-up, login and password reset. */
export function AccountPage({
  title,
  lead,
  headerLink,
  isBroad = false,
  children,
}: AccountPageProps) {
  useEffect(takeOverPage, []);
  return (
    <>
      <PageHeader>{headerLink}</PageHeader>
      <main id="main" className="py-8 sm:py-14">
        <Container width={isBroad ? 'prose' : 'form'}>
          <h1 tabIndex={-1} className="font-extrabold text-3xl">
            {title}
          </h1>
          {lead && <div className="mt-2 text-lg text-muted">{lead}</div>}
          <div className="mt-6 rounded-card border border-line bg-card p-5 shadow-raised sm:p-8">
            {children}
          </div>
        </Container>
      </main>
      <PageFooter />
    </>
  );
}
