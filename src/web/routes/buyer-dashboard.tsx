import { useNavigate, useSearch } from '@tanstack/react-router';
import { BuyerHome } from '#web/buyer/buyer-home.tsx';
import type { BuyerTab } from '#web/buyer/buyer-tab.ts';
import { useCartLines } from '#web/market/cart-lines.ts';
import { LaterCartView } from '#web/market/later-cart-view.tsx';
import { MarketBrowser } from '#web/market/market-browser.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import { useRoleSession } from '#web/use-role-session.ts';

/** The buyer's dashboard: which tab, and what is looked for in the first, stand in the address. */
export function BuyerDashboardRoute() {
  const session = useRoleSession('buyer');
  const { tab = 'browse', ...search } = useSearch({ from: '/screens/buyer-dashboard' });
  const navigate = useNavigate();
  const cartCount = useCartLines().length;
  // What was looked for stays in the address of the other tabs, so that one comes back to it.
  const openTab = (next: BuyerTab) =>
    void navigate({ to: '/buyer-dashboard', search: { ...search, ...(next !== 'browse' && { tab: next }) }, resetScroll: false });
  const browse = (
    <MarketBrowser
      search={search}
      onSearch={(next, { isTyping = false } = {}) =>
        void navigate({ to: '/buyer-dashboard', search: next, replace: isTyping, resetScroll: false })
      }
    />
  );
  return (
    session && (
      <ServerCache>
        <BuyerHome
          session={session}
          tab={tab}
          onTab={openTab}
          cartCount={cartCount}
          browse={browse}
          cart={<LaterCartView onContinue={() => openTab('browse')} />}
        />
      </ServerCache>
    )
  );
}
