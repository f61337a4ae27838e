import { Link } from '@tanstack/react-router';
import { ShoppingCart, UserRound } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { readSession } from '#web/app/session/session.ts';
import { PageHeader } from '#web/app/shell/page-header.tsx';
import { useCartCount } from '#web/features/cart/use-cart.ts';
import { lazy } from '#web/ui/browser/lazy.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { classNames } from '#web/ui/layout/class-names.ts';

/** The bar above the public market: the cart, and a link to log in or to the person's dashboard. */
export function MarketHeader() {
  const isBuyer = readSession('buyer') !== null;
  const isFarmer = !isBuyer && readSession('farmer') !== null;
  const to = isBuyer ? '/buyer-dashboard' : isFarmer ? '/farmer/dashboard' : '/login';
  return (
    <>
      {/* Outside the header, whose blurred background would be what the bar is fixed to. */}
      {isBuyer && <Bar />}
      <PageHeader>
        {!isFarmer && <CartLink />}
        {/* Only an icon on a narrow phone, where the bar has one row. */}
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
    </>
  );
}

/** Loaded after the page, whose visitors are mostly no buyers yet. */
const LazyBuyerBar = lazy(() => import('#web/app/buyer-dashboard/buyer-bar.tsx').then(({ BuyerBar }) => BuyerBar), null);

/** The buyer's tabs at the bottom of a phone's screen. */
function Bar() {
  return <LazyBuyerBar active={null} cartCount={useCartCount()} />;
}

/** The link to the cart, with the number of products in it. */
function CartLink() {
  const count = useCartCount();
  return (
    <Link
      to="/buyer-dashboard"
      search={{ tab: 'cart' }}
      aria-label={count > 0 ? m.cartLinkCount({ count }) : m.cartLink()}
      className={classNames(buttonClass({ variant: 'quiet', size: 'icon' }), 'relative max-[28rem]:-mr-1.5')}
    >
      <ShoppingCart aria-hidden="true" className="size-6" />
      {count > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-maize px-1 text-center font-bold text-on-maize text-xs tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
