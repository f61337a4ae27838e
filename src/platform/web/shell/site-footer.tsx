import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DEVELOPERS_PATH } from '#platform/rules/routes.ts';
import { m } from '#text';
import { Container } from '../ui/layout/container.tsx';
import { supportEmail, supportLocation, supportPhone, telLink } from './site-info.ts';

const link =
  'inline-flex min-h-11 items-center wrap-anywhere text-white/85 underline-offset-4 hover:text-white hover:underline';

export function SiteFooter() {
  return (
    <footer
      id="contact"
      tabIndex={-1}
      className="mt-auto bg-forest text-white outline-none print:hidden"
    >
      <Container className="grid gap-x-10 gap-y-8 py-14 sm:grid-cols-2 lg:grid-cols-[1.2fr_1.9fr_1fr_0.7fr]">
        <div className="max-w-sm">
          <p className="font-extrabold text-xl tracking-tight">SokoShamba</p>
          <p className="mt-2 text-white/85">{m.footerSlogan()}</p>
        </div>
        <div>
          <h2 className="font-bold text-lg">{m.contactTitle()}</h2>
          <p className="mt-2 text-white/85">{m.contactText()}</p>
          <dl className="mt-3 grid gap-1">
            <Contact name={m.contactEmail()}>
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
        <FooterLinks title={m.footerMarket()}>
          <Link to="/prices" className={link}>
            {m.pricesTitle()}
          </Link>
          <Link to="/signup" className={link}>
            {m.joinAsBuyer()}
          </Link>
          <Link to="/signupFarmer" className={link}>
            {m.joinAsFarmer()}
          </Link>
          <Link to="/login" className={link}>
            {m.buyerLogin()}
          </Link>
          <Link to="/loginF" className={link}>
            {m.farmerLogin()}
          </Link>
        </FooterLinks>
        <FooterLinks title={m.footerLegal()}>
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
        </FooterLinks>
      </Container>
    </footer>
  );
}

function Contact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="items-center max-sm:mb-1 sm:grid sm:grid-cols-[5rem_minmax(0,1fr)]">
      <dt className="text-sm text-white/75">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

function FooterLinks({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-bold text-lg">{title}</h2>
      <div className="mt-1 grid justify-items-start">{children}</div>
    </div>
  );
}
