import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { DashboardHeader } from '#platform/web/shell/dashboard-header.tsx';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { usePageTitle } from '#platform/web/shell/use-page-title.ts';
import { useIsWide } from '#platform/web/ui/browser/use-is-wide.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { TabPanel, Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { BuyerBar, buyerTabIcons, buyerTabLabels } from './buyer-bar.tsx';
import { type BuyerTab, buyerTabs } from './buyer-tab.ts';

type BuyerFrameProps = {
  firstName: string;
  tab: BuyerTab;
  cartCount: number;
  onTab: (tab: BuyerTab) => void;
  onLogOut: () => void;
  isEnding: boolean;
  children: ReactNode;
};

/**
 * The frame of the buyer's dashboard: greeting, Logout, and the four tabs. On a desktop the tabs
 * are in the header, so that two rows of products fit below it.
 */
export function BuyerFrame({
  firstName,
  tab,
  cartCount,
  onTab,
  onLogOut,
  isEnding,
  children,
}: BuyerFrameProps) {
  const isWide = useIsWide('sm');
  const hasRoomInHeader = useIsWide('xl');
  const tabs = tabsOf(cartCount);
  const label = tabs.find(({ id }) => id === tab)?.label;
  usePageTitle(`${label} · ${m.buyerDashboardPageTitle()}`);
  const tabRow = <Tabs label={m.buyerTabsLabel()} tabs={tabs} active={tab} onChange={onTab} />;
  return (
    <>
      <DashboardHeader isBusy={isEnding} onLogOut={onLogOut}>
        <h1
          tabIndex={-1}
          className="line-clamp-2 min-w-0 flex-1 font-bold leading-tight sm:flex-initial sm:text-lg"
        >
          {m.buyerGreeting({ name: firstName || m.notAvailable() })}
        </h1>
        {hasRoomInHeader && <div className="ml-auto shrink-0 whitespace-nowrap">{tabRow}</div>}
      </DashboardHeader>
      <main id="main" className={classNames('pb-8 sm:pb-6', !hasRoomInHeader && 'sm:pt-6')}>
        <Container>
          {isWide && !hasRoomInHeader && tabRow}
          <TabPanel
            id={tab}
            hasTabs={isWide}
            className={tab === 'browse' ? 'sm:max-xl:pt-6' : 'pt-4 sm:pt-6'}
          >
            {children}
          </TabPanel>
        </Container>
      </main>
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
      <BuyerBar active={tab} cartCount={cartCount} />
    </>
  );
}

const icon = 'size-5 shrink-0 max-lg:hidden xl:hidden';

const tabsOf = (cartCount: number) =>
  buyerTabs.map((id) => {
    const Icon = buyerTabIcons[id];
    const tab = {
      id,
      label: buyerTabLabels[id](),
      icon: <Icon aria-hidden="true" className={icon} />,
    };
    return id === 'cart' ? { ...tab, count: cartCount } : tab;
  });
