import { Link } from '@tanstack/react-router';
import { Package, Search, ShoppingCart, UserRound } from 'lucide-react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { readLastList } from '#products/web/catalogue/last-list.ts';
import { m } from '#text';
import { type BuyerTab, buyerTabs } from './buyer-tab.ts';

export const buyerTabLabels: Record<BuyerTab, () => string> = {
  browse: m.tabBrowse,
  orders: m.tabOrders,
  profile: m.tabProfile,
  cart: m.tabCart,
};
export const buyerTabIcons = {
  browse: Search,
  orders: Package,
  profile: UserRound,
  cart: ShoppingCart,
};

type BuyerBarProps = { active: BuyerTab | null; cartCount: number };

export function BuyerBar({ active, cartCount }: BuyerBarProps) {
  return (
    <nav
      data-bottom-bar=""
      aria-label={m.buyerTabsLabel()}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-card pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden"
    >
      <ul className="grid grid-cols-4">
        {buyerTabs.map((tab) => (
          <li key={tab} className="min-w-0">
            <TabLink tab={tab} isActive={tab === active} count={tab === 'cart' ? cartCount : 0} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabLink({ tab, isActive, count }: { tab: BuyerTab; isActive: boolean; count: number }) {
  const Icon = buyerTabIcons[tab];
  return (
    <Link
      to="/buyer-dashboard"
      search={{ ...readLastList().search, tab: tab === 'browse' ? undefined : tab }}
      activeProps={{}}
      aria-current={isActive ? 'page' : undefined}
      className={classNames(
        'relative flex min-h-16 w-full flex-col items-center gap-0.5 px-1 pt-1 text-center font-semibold text-[0.6875rem] leading-tight no-underline -outline-offset-2!',
        isActive ? 'text-leaf' : 'text-muted',
      )}
    >
      <span
        className={classNames(
          'grid h-7 w-12 place-items-center rounded-full',
          isActive && 'bg-leaf-soft',
        )}
      >
        <Icon aria-hidden="true" className="size-5.5" />
      </span>
      {/* Narrow, so that long labels wrap instead of touching their neighbours. All icons are on
          one line. */}
      <span className="max-w-16">{buyerTabLabels[tab]()}</span>
      {count > 0 && (
        <span className="absolute top-1 left-1/2 ml-1.5 min-w-5 rounded-full bg-maize px-1 font-bold text-on-maize text-xs leading-5 tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
