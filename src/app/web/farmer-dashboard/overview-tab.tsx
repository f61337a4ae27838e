import { BadgeCheck, Banknote, Clock, PackageOpen, ShoppingBasket, Star } from 'lucide-react';
import { raterText, salesText } from '#features/farms/web/farm-standing-texts.ts';
import { loadFailureText, useOverview, useRetryAll } from '#features/farms/web/farmer-data.ts';
import { LOW_STOCK_BELOW } from '#features/products/rules/limits.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { FigureCard } from '#platform/web/ui/layout/figure-card.tsx';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';

type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

export function OverviewTab({ firstName }: { firstName: string }) {
  const overview = useOverview();
  const retryAll = useRetryAll();
  usePreload(LazyRecentOrders);
  return (
    <>
      <TabHeading title={m.welcomeUser({ name: firstName || m.notAvailable() })} />
      <QueryView
        query={{ ...overview, refetch: retryAll }}
        skeleton={<OverviewSpace />}
        errorText={loadFailureText(overview.error)}
      >
        {(data) => (
          <div className="grid gap-6">
            {isNew(data) ? (
              <LazyStartChecklist isAllZero={data.activeProducts === 0 && data.totalSales === 0}>
                <Figures overview={data} />
              </LazyStartChecklist>
            ) : (
              <Figures overview={data} />
            )}
            <LazyRecentOrders orders={data.recentOrders} />
          </div>
        )}
      </QueryView>
    </>
  );
}

/** Whether the farm has never had an order. */
const isNew = ({ pendingOrders, completedOrders, recentOrders }: Overview) =>
  pendingOrders + completedOrders + recentOrders.length === 0;

const grid = 'grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3';

function Figures({ overview }: { overview: Overview }) {
  const {
    activeProducts,
    lowStock,
    pendingOrders,
    completedOrders,
    totalSales,
    reputationScore,
    ratingBuyerCount,
  } = overview;
  const score =
    reputationScore > 0 ? m.statReputationValue({ score: reputationScore.toFixed(1) }) : null;
  return (
    <div className={grid}>
      <FigureCard
        label={m.statActiveListings()}
        value={figureText(activeProducts)}
        icon={ShoppingBasket}
        tab="products"
      />
      <FigureCard
        label={m.statLowStock()}
        value={figureText(lowStock)}
        note={m.statLowStockNote({ count: LOW_STOCK_BELOW })}
        icon={PackageOpen}
        tab="inventory"
        isWarning={lowStock > 0}
      />
      <FigureCard
        label={m.statPendingOrders()}
        value={figureText(pendingOrders)}
        icon={Clock}
        tab="orders"
      />
      <FigureCard
        label={m.statCompletedOrders()}
        value={figureText(completedOrders)}
        icon={BadgeCheck}
        tab="orders"
      />
      <FigureCard
        label={m.statTotalSales()}
        value={moneyText(totalSales)}
        note={salesText(overview, m.ownSalesOne) ?? undefined}
        icon={Banknote}
        tab="payments"
      />
      <FigureCard
        label={m.statReputation()}
        value={score ?? m.statReputationValue({ score: '–' })}
        note={score ? raterText(ratingBuyerCount) : m.statReputationNone()}
        icon={Star}
      />
    </div>
  );
}

function OverviewSpace() {
  return (
    <div className="grid gap-6">
      <div className={grid}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Skeleton key={key} className="h-32" />
        ))}
      </div>
      <Skeleton className="h-96" />
    </div>
  );
}

const LazyStartChecklist = lazy(
  () => import('./start-checklist.tsx').then(({ StartChecklist }) => StartChecklist),
  <Skeleton className="h-96" />,
);

/** Below the figures, with the farm's prices, so its code loads after theirs. */
const LazyRecentOrders = lazy(
  () => import('./recent-orders.tsx').then(({ RecentOrders }) => RecentOrders),
  <Skeleton className="h-96" />,
);
