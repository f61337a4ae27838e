import { Link, linkOptions } from '@tanstack/react-router';
import {
  ChevronRight,
  ClipboardList,
  Inbox,
  type LucideIcon,
  MessagesSquare,
  PackageOpen,
  Truck,
} from 'lucide-react';
import { raterText, salesText } from '#farms/rules/farm-texts.ts';
import { loadFailureText, useOverview, useRetryAll } from '#farms/web/farmer-data.ts';
import { EarningsCard } from '#orders/web/payments/earnings-card.tsx';
import { figureText, moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Figure, Figures, TabHeading } from '#ui/dashboard-tab.tsx';
import { classNames, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { lazy, usePreload } from '#ui/lazy.tsx';
import type { DashboardSearch } from '#web/dashboard-search.ts';

type Overview = NonNullable<ReturnType<typeof useOverview>['data']>;

export function FarmerOverview({ firstName }: { firstName: string }) {
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
      <Figure label={m.statActiveListings()} value={figureText(activeProducts)} />
      <Figure label={m.statLowStock()} value={figureText(lowStock)} isWarning={lowStock > 0} />
      <Figure label={m.statPendingOrders()} value={figureText(pendingOrders)} />
      <Figure label={m.statCompletedOrders()} value={figureText(completedOrders)} />
      <Figure
        label={m.statTotalSales()}
        value={moneyText(totalSales)}
        note={salesText(overview, m.ownSalesOne) ?? undefined}
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
  () => import('./start-checklist.tsx'),
  'StartChecklist',
  <Skeleton className="h-96" />,
);

const LazyRecentOrders = lazy(
  () => import('./recent-orders.tsx'),
  'RecentOrders',
  <Skeleton className="h-96" />,
);

type Task = {
  text: string;
  icon: LucideIcon;
  look: string;
  search?: DashboardSearch;
};

/** The first is the next step, except on a new farm, which has its first steps. */
function ToDoList({ overview, isNew }: { overview: Overview; isNew: boolean }) {
  const tasks = tasksOf(overview);
  if (tasks.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 font-bold text-xl">{m.toDoTitle()}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {tasks.map(({ text, icon: Icon, look, search }, at) => (
          <li key={text}>
            <Link
              {...(search
                ? linkOptions({ to: '/farmer/dashboard', search })
                : linkOptions({ to: '/messages' }))}
              activeProps={{}}
              className={classNames(
                'flex min-h-14 items-center gap-3 px-3 py-1.5 font-semibold no-underline -outline-offset-2! sm:px-4',
                at === 0 && !isNew ? 'button-primary' : 'text-ink hover:bg-line/40',
              )}
            >
              <span className={classNames('grid size-10 place-items-center rounded-full', look)}>
                <Icon className="size-5" />
              </span>
              <span className="min-w-0 flex-1 text-balance leading-snug">{text}</span>
              <ChevronRight className="size-5 shrink-0 opacity-70" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Low stock is among the figures. Answers cached by an older version lack the numbers. */
function tasksOf({
  pendingOrders,
  disputesToAnswer = 0,
  offersToAnswer = 0,
  ordersToDispatch = 0,
  expiredProducts = 0,
  askedProducts = 0,
}: Overview): Task[] {
  const all: (Task & { count: number })[] = [
    {
      count: pendingOrders,
      text: m.toDoAccept({ count: pendingOrders }),
      icon: Inbox,
      look: 'bg-maize text-on-maize',
      search: { tab: 'orders', status: 'new' },
    },
    {
      count: disputesToAnswer,
      text: m.toDoDisputes({ count: disputesToAnswer }),
      icon: ClipboardList,
      look: 'bg-soil-soft text-on-soil-soft',
      search: { tab: 'orders', status: 'onTheWay' },
    },
    {
      count: offersToAnswer,
      text: m.toDoOffers({ count: offersToAnswer }),
      icon: MessagesSquare,
      look: 'bg-maize text-on-maize',
    },
    {
      count: ordersToDispatch,
      text: m.toDoDispatch({ count: ordersToDispatch }),
      icon: Truck,
      look: 'bg-leaf-soft text-on-leaf-soft',
      search: { tab: 'orders', status: 'toSend' },
    },
    {
      count: expiredProducts,
      text: m.toDoExpired({ count: expiredProducts }),
      icon: PackageOpen,
      look: 'bg-soil-soft text-on-soil-soft',
      search: { tab: 'products' },
    },
    {
      count: askedProducts,
      text: m.toDoAsked({ count: askedProducts }),
      icon: PackageOpen,
      look: 'bg-maize text-on-maize',
      search: { tab: 'inventory' },
    },
  ];
  return all.filter(({ count }) => count > 0);
}
