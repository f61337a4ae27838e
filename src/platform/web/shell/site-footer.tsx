import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DEVELOPERS_PATH } from '#platform/rules/routes.ts';
import { m } from '#text';
import { Container } from '../ui/layout/container.tsx';
import { supportEmail, supportLocation, supportPhone, telLink } from './site-info.ts';

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

function Contact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center">
      <dt className="text-sm text-white/75">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
