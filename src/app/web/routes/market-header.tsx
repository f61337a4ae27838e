import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useCartCount } from '#orders/web/cart/use-cart.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { CartLink } from '#platform/web/shell/cart-link.tsx';
import { LazyBell } from '#platform/web/shell/lazy-bell.tsx';
import { PageHeader } from '#platform/web/shell/page-frame.tsx';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { m } from '#text';
import type { FarmerPlace } from '../farmer-dashboard/farmer-places.tsx';

type MarketHeaderProps = {
  hasBar?: boolean;
  place?: FarmerPlace | null;
};

/** The bar at the bottom of a phone is for logged-in users, on pages with space for it. */
export function MarketHeader({ hasBar = true, place = null }: MarketHeaderProps) {
  const role = useSessionRole();
  const [isBuyer, isFarmer] = [role === 'buyer', role === 'farmer'];
  const isInBar = hasBar && role !== null;
  const to = isBuyer ? '/buyer-dashboard' : isFarmer ? '/farmer/dashboard' : '/login';
  return (
    <>
      {/* Outside the header, because its backdrop filter would make the bar's fixed position
          relative to it. */}
      {isBuyer && hasBar && <Bar />}
      {isFarmer && hasBar && <LazyFarmerBar place={place} />}
      <PageHeader>
        {/* First, so that nothing moves when it appears: the server's page has none. */}
        {role && <LazyBell />}
        {!isFarmer && (
          <span className={isBuyer ? 'max-sm:hidden' : 'contents'}>
            <CountedCartLink isBuyer={isBuyer} />
          </span>
        )}
        {/* Only an icon on a narrow phone, where the bar has one row. */}
        <Link
          to={to}
          className={classNames(
            buttonClass({ variant: 'secondary', size: 'small' }),
            isInBar && 'max-sm:hidden',
            'whitespace-nowrap max-[28rem]:-mr-1 max-[28rem]:w-11 max-[28rem]:border-transparent max-[28rem]:bg-transparent max-[28rem]:px-0 max-[28rem]:text-ink',
          )}
        >
          <UserRound aria-hidden="true" className="size-5 min-[28rem]:hidden" />
          <span className="max-[28rem]:sr-only">
            {to === '/login' ? m.loginButton() : m.dashboardLink()}
          </span>
        </Link>
      </PageHeader>
    </>
  );
}

/** Most visitors have no account yet. */
const LazyBuyerBar = lazy(
  () => import('../buyer-dashboard/buyer-bar.tsx').then(({ BuyerBar }) => BuyerBar),
  null,
);

const LazyFarmerBar = lazy(
  () => import('../farmer-dashboard/farmer-bar.tsx').then(({ FarmerBar }) => FarmerBar),
  null,
);

function Bar() {
  return <LazyBuyerBar active={null} cartCount={useCartCount()} />;
}

function CountedCartLink({ isBuyer }: { isBuyer: boolean }) {
  return <CartLink count={useCartCount()} isBuyer={isBuyer} />;
}
