import { Link, linkOptions } from '@tanstack/react-router';
import {
  Boxes,
  ChartLine,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShoppingBasket,
  Sprout,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { DashboardTab } from '#platform/web/shell/dashboard-search.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { m } from '#text';

export type FarmerPlace = DashboardTab | 'messages' | 'prices';

export const farmerPlaces: FarmerPlace[] = [
  'overview',
  'products',
  'inventory',
  'orders',
  'payments',
  'messages',
  'prices',
  'profile',
  'settings',
];

export const placeLabels: Record<FarmerPlace, () => string> = {
  overview: m.farmTabOverview,
  products: m.farmTabProducts,
  inventory: m.farmTabInventory,
  orders: m.farmTabOrders,
  payments: m.farmTabPayments,
  messages: m.messagesTitle,
  prices: m.pricesTitle,
  profile: m.farmTabProfile,
  settings: m.farmTabSettings,
};

export const placeIcons: Record<FarmerPlace, LucideIcon> = {
  overview: LayoutDashboard,
  products: ShoppingBasket,
  inventory: Boxes,
  orders: ClipboardList,
  payments: Wallet,
  messages: MessagesSquare,
  prices: ChartLine,
  profile: Sprout,
  settings: Settings,
};

const pages = {
  messages: linkOptions({ to: '/messages' }),
  prices: linkOptions({ to: '/prices' }),
};

const targetOf = (place: FarmerPlace) =>
  place === 'messages' || place === 'prices'
    ? pages[place]
    : linkOptions({
        to: '/farmer/dashboard',
        search: place === 'overview' ? {} : { tab: place },
      });

type PlaceLinkProps = {
  place: FarmerPlace;
  isActive: boolean;
  className: string;
  children: ReactNode;
};

export function PlaceLink({ place, isActive, ...rest }: PlaceLinkProps) {
  return (
    <Link
      {...targetOf(place)}
      // Otherwise the router marks the overview, which has no tab in its URL, on every tab.
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={isActive ? 'page' : undefined}
      {...rest}
    />
  );
}

export function Count({ count = 0, className }: { count: number | undefined; className: string }) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full bg-maize px-1.5 text-center font-bold text-on-maize text-xs leading-5 tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.ordersWaiting({ count })}</span>
    </span>
  );
}
