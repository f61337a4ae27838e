import { Link } from '@tanstack/react-router';
import { m } from '#text';
import { Container } from '../ui/layout/container.tsx';
import { supportEmail } from './site-info.ts';

export function PageFooter() {
  const link =
    'inline-flex min-h-11 items-center text-muted underline-offset-4 hover:text-ink hover:underline';
  return (
    <footer className="mt-auto border-line border-t print:hidden">
      <Container className="flex flex-wrap items-center gap-x-6 py-3 text-sm">
        <span className="mr-auto text-muted">{m.footerSlogan()}</span>
        <Link to="/prices" className={link}>
          {m.pricesTitle()}
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
