import { Link, linkOptions } from '@tanstack/react-router';
import {
  Boxes,
  ChartLine,
  ClipboardList,
  Handshake,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  ShoppingBasket,
  Sprout,
  Wallet,
} from 'lucide-react';
import { m } from '#text';
import type { DashboardTab } from '#web/dashboard-search.ts';
import { useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { Count, type Place, useUnreadMessages } from './bottom-bar.tsx';

export type FarmerPlace = DashboardTab | 'messages' | 'prices' | 'lots';

export const placeLabels: Record<FarmerPlace, () => string> = {
  overview: m.farmTabOverview,
  products: m.farmTabProducts,
  inventory: m.farmTabInventory,
  orders: m.farmTabOrders,
  messages: m.messagesTitle,
  payments: m.farmTabPayments,
  prices: m.pricesTitle,
  lots: m.lotsTitle,
  profile: m.farmTabProfile,
  settings: m.farmTabSettings,
};

const icons: Record<FarmerPlace, LucideIcon> = {
  overview: LayoutDashboard,
  products: ShoppingBasket,
  inventory: Boxes,
  orders: ClipboardList,
  messages: MessagesSquare,
  payments: Wallet,
  prices: ChartLine,
  lots: Handshake,
  profile: Sprout,
  settings: Settings,
};

const targetOf = (place: FarmerPlace) => {
  if (place === 'messages') return linkOptions({ to: '/messages' });
  if (place === 'prices') return linkOptions({ to: '/prices' });
  if (place === 'lots') return linkOptions({ to: '/lots' });
  return linkOptions({
    to: '/farmer/dashboard',
    search: place === 'overview' ? {} : { tab: place },
  });
};

/** In the order of the sidebar; a phone's bar has the first ones. */
export function useFarmerPlaces(active: FarmerPlace | null): Place[] {
  const counts: Partial<Record<FarmerPlace, Pick<Place, 'count' | 'countText'>>> = {
    orders: counted(useWaitingOrders(), m.ordersWaiting),
    messages: counted(useUnreadMessages(), m.messagesUnread),
  };
  return (Object.keys(placeLabels) as FarmerPlace[]).map((id) => ({
    id,
    label: placeLabels[id](),
    Icon: icons[id],
    isActive: id === active,
    ...counts[id],
    link: (className, content) => (
      <Link
        {...targetOf(id)}
        // Otherwise the router marks the overview, which has no tab in its URL, on every tab.
        activeOptions={{ exact: true }}
        activeProps={{}}
        aria-current={id === active ? 'page' : undefined}
        className={className}
      >
        {content}
      </Link>
    ),
  }));
}

const counted = (count: number | undefined, text: (inputs: { count: number }) => string) => ({
  count,
  countText: text({ count: count ?? 0 }),
});

const useWaitingOrders = () =>
  trpc.farmer.overview.useQuery(undefined, { enabled: false }).data?.pendingOrders;

export function SideNav({ active }: { active: FarmerPlace | null }) {
  return (
    <nav aria-label={m.dashboardLink()} className="max-lg:hidden lg:sticky lg:top-24 lg:self-start">
      <ul className="grid gap-1">
        {useFarmerPlaces(active).map(({ id, label, Icon, link, ...counted }) => (
          <li key={id}>
            {link(
              'flex min-h-12 items-center gap-3 rounded-field px-3.5 font-semibold text-muted no-underline hover:bg-line/60 hover:text-ink aria-[current=page]:bg-leaf-soft aria-[current=page]:text-on-leaf-soft',
              <>
                <Icon className="size-5 shrink-0" />
                {label}
                <Count {...counted} className="ml-auto" />
              </>,
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type FarmerFrameProps = { place: FarmerPlace | null; children: React.ReactNode };

/** The sidebar beside a page that the server does not draw. */
export function FarmerFrame({ place, children }: FarmerFrameProps) {
  if (useSessionRole() !== 'farmer') return children;
  return (
    <div className="w-full lg:mx-auto lg:grid lg:max-w-page lg:grid-cols-[15rem_minmax(0,1fr)] lg:pl-6">
      <div className="max-lg:hidden lg:pt-8">
        <SideNav active={place} />
      </div>
      {children}
    </div>
  );
}
