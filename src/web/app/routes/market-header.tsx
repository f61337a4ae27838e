import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { readSession } from '#web/app/session/session.ts';
import { PageHeader } from '#web/app/shell/page-header.tsx';
import { CartLink } from '#web/features/cart/cart-link.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { classNames } from '#web/ui/layout/class-names.ts';

/** The bar above the public market: the cart, and the way in, or back to one's own place. */
export function MarketHeader() {
  const isBuyer = readSession('buyer') !== null;
  const isFarmer = !isBuyer && readSession('farmer') !== null;
  const to = isBuyer ? '/buyer-dashboard' : isFarmer ? '/farmer/dashboard' : '/login';
  return (
    <PageHeader>
      {!isFarmer && <CartLink />}
      {/* A sign on a narrow phone, where the bar has one row. */}
      <Link
        to={to}
        className={classNames(
          buttonClass({ variant: 'secondary', size: 'small' }),
          'whitespace-nowrap max-[28rem]:-mr-1 max-[28rem]:w-11 max-[28rem]:border-transparent max-[28rem]:bg-transparent max-[28rem]:px-0 max-[28rem]:text-ink',
        )}
      >
        <UserRound aria-hidden="true" className="size-5 min-[28rem]:hidden" />
        <span className="max-[28rem]:sr-only">{to === '/login' ? m.loginButton() : m.dashboardLink()}</span>
      </Link>
    </PageHeader>
  );
}
