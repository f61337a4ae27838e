import { Link } from '@tanstack/react-router';
import {
  type LucideIcon,
  MessagesSquare,
  Package,
  Search,
  ShoppingCart,
  UserRound,
} from 'lucide-react';
import { useCartCount } from '#orders/web/cart/use-cart.ts';
import { readLastList } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { DashboardHeader } from '#web/dashboard-header.tsx';
import { readUser } from '#web/session.ts';
import type { BuyerTab } from '../route-search.ts';
import { BottomBar, Count, type Place, useUnreadMessages } from './bottom-bar.tsx';

export type BuyerPlace = BuyerTab | 'messages';

export const buyerPlaceLabels: Record<BuyerPlace, () => string> = {
  browse: m.tabBrowse,
  orders: m.tabOrders,
  messages: m.messagesTitle,
  profile: m.farmTabProfile,
  cart: m.tabCart,
};

const icons: Record<BuyerPlace, LucideIcon> = {
  browse: Search,
  orders: Package,
  messages: MessagesSquare,
  profile: UserRound,
  cart: ShoppingCart,
};

type BuyerShellProps = {
  place: BuyerPlace | null;
  hasBar?: boolean;
  /** The dashboard's heading is the greeting. */
  isDashboard?: boolean;
  firstName?: string | undefined;
};

/** The places are in the header of a wide screen, and in a bar at the bottom of others. */
export function BuyerShell({ place, hasBar = true, isDashboard, firstName }: BuyerShellProps) {
  const places = useBuyerPlaces(place);
  const Greeting = isDashboard ? 'h1' : 'p';
  return (
    <>
      <DashboardHeader userRole="buyer">
        <Greeting
          tabIndex={isDashboard ? -1 : undefined}
          className="line-clamp-2 min-w-0 flex-1 font-bold font-heading leading-tight sm:text-lg lg:flex-initial lg:max-xl:text-base"
        >
          {m.buyerGreeting({ name: (firstName ?? readUser()?.firstName) || m.notAvailable() })}
        </Greeting>
        <nav aria-label={m.buyerTabsLabel()} className="ml-auto shrink-0 max-lg:hidden">
          <ul className="flex">
            {places.map(({ id, label, link, ...counted }) => (
              <li key={id}>
                {link(
                  'flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-2 font-semibold text-muted text-sm no-underline hover:bg-line/50 hover:text-ink aria-[current=page]:bg-leaf-soft aria-[current=page]:text-on-leaf-soft min-[90rem]:px-3 min-[90rem]:text-base',
                  <>
                    {label}
                    <Count {...counted} />
                  </>,
                )}
              </li>
            ))}
          </ul>
        </nav>
      </DashboardHeader>
      {hasBar && <BottomBar label={m.buyerTabsLabel()} places={places} />}
    </>
  );
}

function useBuyerPlaces(active: BuyerPlace | null): Place[] {
  const unread = useUnreadMessages();
  const counts: Partial<Record<BuyerPlace, Pick<Place, 'count' | 'countText'>>> = {
    messages: { count: unread, countText: m.messagesUnread({ count: unread ?? 0 }) },
    cart: { count: useCartCount() },
  };
  return (Object.keys(buyerPlaceLabels) as BuyerPlace[]).map((id) => ({
    id,
    label: buyerPlaceLabels[id](),
    Icon: icons[id],
    isActive: id === active,
    ...counts[id],
    link: (className, content) => {
      const shared = { activeProps: {}, className, children: content };
      const current = id === active ? ('page' as const) : undefined;
      if (id === 'messages') return <Link to="/messages" aria-current={current} {...shared} />;
      return (
        <Link
          to="/buyer-dashboard"
          search={{ ...readLastList().search, tab: id === 'browse' ? undefined : id }}
          // Otherwise the router marks the link to the market on every tab.
          activeOptions={{ exact: true }}
          aria-current={current}
          {...shared}
        />
      );
    },
  }));
}
