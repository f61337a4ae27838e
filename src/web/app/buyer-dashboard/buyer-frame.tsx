import { Package, Search, ShoppingCart, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { DashboardHeader } from '#web/app/shell/dashboard-header.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { Container } from '#web/ui/layout/container.tsx';
import { TabPanel, Tabs } from '#web/ui/layout/tabs.tsx';
import type { BuyerTab } from './buyer-tab.ts';

type BuyerFrameProps = {
  firstName: string;
  tab: BuyerTab;
  cartCount: number;
  onTab: (tab: BuyerTab) => void;
  onLogOut: () => void;
  isEnding: boolean;
  children: ReactNode;
};

/** The frame of the buyer's dashboard: greeting, Logout, and the four tabs. */
export function BuyerFrame({ firstName, tab, cartCount, onTab, onLogOut, isEnding, children }: BuyerFrameProps) {
  const tabs = tabsOf(cartCount);
  const label = tabs.find(({ id }) => id === tab)?.label;
  usePageTitle(`${label} · ${m.buyerDashboardPageTitle()}`);
  return (
    <>
      <DashboardHeader isBusy={isEnding} onLogOut={onLogOut} />
      <main id="main" className="py-6 sm:py-9">
        <Container>
          <h1 tabIndex={-1} className="mb-4 font-extrabold text-2xl">
            {m.buyerGreeting({ name: firstName || m.notAvailable() })}
          </h1>
          <Tabs label={m.buyerTabsLabel()} tabs={tabs} active={tab} onChange={onTab} isStacked />
          <TabPanel id={tab} className="pt-6">
            {children}
          </TabPanel>
        </Container>
      </main>
      <PageFooter />
    </>
  );
}

const icon = 'size-5 shrink-0 sm:max-lg:hidden';

const tabsOf = (cartCount: number) =>
  [
    { id: 'browse', label: m.tabBrowse(), icon: <Search aria-hidden="true" className={icon} /> },
    { id: 'orders', label: m.tabOrders(), icon: <Package aria-hidden="true" className={icon} /> },
    { id: 'profile', label: m.tabProfile(), icon: <UserRound aria-hidden="true" className={icon} /> },
    { id: 'cart', label: m.tabCart(), icon: <ShoppingCart aria-hidden="true" className={icon} />, count: cartCount },
  ] as const;
