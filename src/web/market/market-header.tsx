import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { readSession } from '#web/session.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CartLink } from './cart-link.tsx';

/** The bar above the public market: the cart, and the way in, or back to one's own place. */
export function MarketHeader() {
  const isBuyer = readSession('buyer') !== null;
  const isFarmer = !isBuyer && readSession('farmer') !== null;
  const link = classNames(buttonClass({ variant: 'secondary', size: 'small' }), 'whitespace-nowrap');
  return (
    <PageHeader>
      {!isFarmer && <CartLink />}
      {isBuyer && (
        <Link to="/buyer-dashboard" className={link}>
          {m.dashboardLink()}
        </Link>
      )}
      {isFarmer && (
        <Link to="/farmer/dashboard" className={link}>
          {m.dashboardLink()}
        </Link>
      )}
      {!isBuyer && !isFarmer && (
        <Link
          to="/login"
          className={classNames(
            link,
            'max-[28rem]:-mr-1 max-[28rem]:w-11 max-[28rem]:border-transparent max-[28rem]:bg-transparent max-[28rem]:px-0 max-[28rem]:text-ink',
          )}
        >
          <UserRound aria-hidden="true" className="size-5 min-[28rem]:hidden" />
          <span className="max-[28rem]:sr-only">{m.loginButton()}</span>
        </Link>
      )}
    </PageHeader>
  );
}
