import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '#text';
import { buttonClass } from '../ui/form/button.tsx';
import { Container } from '../ui/layout/container.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';

type MessagePageProps = { picture: string; title: string; text: string; children?: ReactNode };

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
          <p className="mt-3 text-lg text-muted">{text}</p>
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
