import { useNavigate, useSearch } from '@tanstack/react-router';
import { BuyerHome } from '#web/app/buyer-dashboard/buyer-home.tsx';
import type { BuyerTab } from '#web/app/buyer-dashboard/buyer-tab.ts';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import type { Session } from '#web/app/session/session.ts';
import { useRoleSession } from '#web/app/session/use-role-session.ts';
import { useCartCount } from '#web/features/cart/use-cart.ts';
import { LaterCartView } from './later-cart-view.tsx';
import { LaterMarketBrowser } from './later-market-browser.tsx';

/** The buyer's dashboard, for buyers. */
export function BuyerDashboardRoute() {
  const session = useRoleSession('buyer');
  return (
    session && (
      <ServerCache>
        <Dashboard session={session} />
      </ServerCache>
    )
  );
}

/** Which tab is open, and what is looked for in the first, stand in the address. */
function Dashboard({ session }: { session: Session }) {
  const { tab = 'browse', ...search } = useSearch({ from: '/screens/buyer-dashboard' });
  const navigate = useNavigate();
  const cartCount = useCartCount();
  // What was looked for stays in the address of the other tabs, so that one comes back to it.
  const openTab = (next: BuyerTab) =>
    void navigate({ to: '/buyer-dashboard', search: { ...search, ...(next !== 'browse' && { tab: next }) }, resetScroll: false });
  const browse = (
    <LaterMarketBrowser
      search={search}
      onSearch={(next, { isTyping = false } = {}) =>
        void navigate({ to: '/buyer-dashboard', search: next, replace: isTyping, resetScroll: false })
      }
    />
  );
  return (
    <BuyerHome
      session={session}
      tab={tab}
      onTab={openTab}
      cartCount={cartCount}
      browse={browse}
      cart={<LaterCartView onContinue={() => openTab('browse')} />}
    />
  );
}
