import { raterText, salesText } from '#farms/web/farm-texts.ts';
import { loadFailureText, useOverview, useRetryAll } from '#farms/web/farmer-data.ts';
import { EarningsCard } from '#orders/web/payments/earnings-card.tsx';
import { figureText } from '#platform/rules/decimal.ts';
import { moneyText } from '#platform/rules/money.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Figure, Figures } from '#platform/web/ui/layout/figures.tsx';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';
import { m } from '#text';
import { ToDoList } from './to-do-list.tsx';

type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

export function OverviewTab({ firstName }: { firstName: string }) {
  const overview = useOverview();
  const retryAll = useRetryAll();
  usePreload(LazyRecentOrders);
  return (
    <>
      <TabHeading title={m.buyerGreeting({ name: firstName || m.notAvailable() })} isCompact />
      <QueryView
        query={{ ...overview, refetch: retryAll }}
        skeleton={<OverviewSpace />}
        errorText={loadFailureText(overview.error)}
      >
        {(data) => (
          <div className="grid gap-5 sm:gap-6">
            {/* Answers that the device stored before servers sent the earnings lack them. */}
            {!isNew(data) && data.earnings && <EarningsCard earnings={data.earnings} isLink />}
            {isNew(data) && <LazyStartChecklist />}
            <ToDoList overview={data} isNew={isNew(data)} />
            <FarmFigures overview={data} />
            <LazyRecentOrders orders={data.recentOrders} />
          </div>
        )}
      </QueryView>
    </>
  );
}

const isNew = ({ pendingOrders, completedOrders, recentOrders }: Overview) =>
  pendingOrders + completedOrders + recentOrders.length === 0;

function FarmFigures({ overview }: { overview: Overview }) {
  const {
    activeProducts,
    lowStock,
    pendingOrders,
    completedOrders,
    totalSales,
    reputationScore,
    ratingBuyerCount,
    provenBuyerCount,
  } = overview;
  const score =
    reputationScore > 0 ? m.statReputationValue({ score: reputationScore.toFixed(1) }) : null;
  return (
    <Figures>
      <Figure
        label={m.statActiveListings()}
        value={figureText(activeProducts)}
        search={{ tab: 'products' }}
      />
      <Figure
        label={m.statLowStock()}
        value={figureText(lowStock)}
        search={{ tab: 'inventory' }}
        isWarning={lowStock > 0}
      />
      <Figure
        label={m.statPendingOrders()}
        value={figureText(pendingOrders)}
        search={{ tab: 'orders', status: 'new' }}
      />
      <Figure
        label={m.statCompletedOrders()}
        value={figureText(completedOrders)}
        search={{ tab: 'orders', status: 'done' }}
      />
      <Figure
        label={m.statTotalSales()}
        value={moneyText(totalSales)}
        note={salesText(overview, m.ownSalesOne) ?? undefined}
        search={{ tab: 'payments' }}
      />
      <Figure
        label={m.statReputation()}
        value={score ?? m.statReputationValue({ score: '–' })}
        note={score ? raterText(ratingBuyerCount, provenBuyerCount) : m.statReputationNone()}
      />
    </Figures>
  );
}

function OverviewSpace() {
  return (
    <div className="grid gap-5 sm:gap-6">
      <Skeleton className="h-56" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}

const LazyStartChecklist = lazy(
  () => import('./start-checklist.tsx').then(({ StartChecklist }) => StartChecklist),
  <Skeleton className="h-96" />,
);

const LazyRecentOrders = lazy(
  () => import('./recent-orders.tsx').then(({ RecentOrders }) => RecentOrders),
  <Skeleton className="h-96" />,
);
