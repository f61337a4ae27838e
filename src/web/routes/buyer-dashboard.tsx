import { useNavigate, useSearch } from '@tanstack/react-router';
import { BuyerHome } from '#web/buyer/buyer-home.tsx';
import type { BuyerTab } from '#web/buyer/buyer-tab.ts';
import { LaterCartView } from '#web/market/later-cart-view.tsx';
import { LaterMarketBrowser } from '#web/market/later-market-browser.tsx';
import { useCartCount } from '#web/market/use-cart.ts';
import { ServerCache } from '#web/server-cache.tsx';
import type { Session } from '#web/session.ts';
import { useRoleSession } from '#web/use-role-session.ts';

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
