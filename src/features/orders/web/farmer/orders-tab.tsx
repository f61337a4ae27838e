import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { loadFailureText, useOverview, useRetryAll } from '#farms/web/farmer-data.ts';
import { type OrderGroup, orderGroupNames } from '#orders/rules/order-facts.ts';
import { ProductsLink } from '#products/web/products-link.tsx';
import { figureText, moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { buttonClass, Card, Skeleton } from '#ui/elements.tsx';
import { EmptyState, MoreButton, QueryView } from '#ui/feedback.tsx';
import { useIsWide } from '#ui/screen-state.ts';
import { type DashboardSearch, dashboardRoute } from '#web/dashboard-search.ts';
import { LazyAskForPush } from '#web/lazy-ask-for-push.tsx';
import { SoundSwitch } from './new-order-sound.tsx';
import { OrderCards } from './order-cards.tsx';
import { type FarmerOrder, type FarmerStep, groupIn, useOrders } from './order-cells.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderStep } from './order-step.tsx';
import { ExportOrders, OrdersTable } from './orders-table.tsx';

export function OrdersTab() {
  const { status, order: openId } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const group = groupIn(status);
  const orders = useOrders(group);
  const retryAll = useRetryAll();
  const overview = useOverview();
  const [handedOver, setHandedOver] = useState<{ order: FarmerOrder; isFirst: boolean } | null>(
    null,
  );
  const [hasSeenOrder, setHasSeenOrder] = useState(false);
  const isWide = useIsWide('xl');
  const [step, setStep] = useState<{ order: FarmerOrder; step: FarmerStep } | null>(null);

  const show = (order: DashboardSearch['order']) =>
    // Replaces the history entry, because the dialog itself handles Back.
    void navigate({
      search: ({ order: _, ...rest }) => ({ ...rest, ...(order && { order }) }),
      replace: true,
      resetScroll: false,
    });
  const closeOrder = () => {
    show(undefined);
    setHasSeenOrder(true);
  };
  const closeStep = () => {
    setStep(null);
    setHasSeenOrder(true);
  };
  const List = isWide ? OrdersTable : OrderCards;
  const all = orders.data?.pages.flatMap((page) => page.orders);
  return (
    <>
      <TabHeading title={m.farmTabOrders()} isCompact>
        {isWide && <OrdersFilter group={group} />}
        {(group || (all && all.length > 0)) && (
          <DisclosureMenu
            button={m.farmTabMore()}
            buttonClassName={buttonClass({ variant: 'quiet', size: 'small' })}
            panelClassName="right-0 top-full mt-2 grid w-64 gap-1"
          >
            <SoundSwitch />
            <ExportOrders group={group} />
          </DisclosureMenu>
        )}
      </TabHeading>
      {!isWide && <OrdersFilter group={group} />}
      {handedOver && <HandedOver {...handedOver} />}
      {hasSeenOrder && (
        <div className="mb-3 empty:hidden">
          <LazyAskForPush />
        </div>
      )}
      <QueryView
        query={{ ...orders, data: all, refetch: retryAll }}
        skeleton={<Skeleton className="h-96" />}
        errorText={loadFailureText(orders.error)}
      >
        {(found) =>
          found.length === 0 ? (
            <NoOrders isFiltered={group !== undefined} />
          ) : (
            <List
              orders={found}
              onOpen={({ id }) => show(id)}
              onStep={(order, next) => setStep({ order, step: next })}
            />
          )
        }
      </QueryView>
      <div className="mt-6 text-center empty:hidden">
        <MoreButton list={orders}>{m.ordersMore()}</MoreButton>
      </div>
      {openId !== undefined && (
        <OrderDetails
          orderId={openId}
          onClose={closeOrder}
          onStep={(order, next) => setStep({ order, step: next })}
        />
      )}
      {step && (
        <OrderStep
          // Refreshed, because a wrong code reduces the remaining tries.
          order={all?.find(({ id }) => id === step.order.id) ?? step.order}
          step={step.step}
          onClose={closeStep}
          onHandedOver={(order) =>
            setHandedOver({ order, isFirst: overview.data?.completedOrders === 0 })
          }
        />
      )}
    </>
  );
}

function HandedOver({
  order: { id, amount: shillings },
  isFirst,
}: {
  order: FarmerOrder;
  isFirst: boolean;
}) {
  const amount = moneyText(shillings);
  return (
    <div className="mb-3">
      <Moment picture={isFirst ? 'first-sale' : 'handed-over'}>
        {isFirst ? m.momentFirstSale({ id, amount }) : m.momentHandedOver({ id, amount })}
      </Moment>
    </div>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Card>
      {isFiltered ? (
        <EmptyState picture="orders" title={m.ordersNoneOfGroup()} />
      ) : (
        <EmptyState picture="orders" title={m.noOrdersTitle()} action={<ProductsLink />} />
      )}
    </Card>
  );
}

const labels: Record<OrderGroup, () => string> = {
  new: m.ordersGroupNew,
  toSend: m.ordersGroupToSend,
  onTheWay: m.ordersGroupOnTheWay,
  done: m.ordersGroupDone,
};

function OrdersFilter({ group }: { group: OrderGroup | undefined }) {
  const { data } = useOverview();
  const counts: Partial<Record<OrderGroup, number | undefined>> = {
    new: data?.pendingOrders,
    toSend: data?.ordersToSend,
    onTheWay: data?.ordersOnTheWay,
  };
  const shown = orderGroupNames.filter(
    (name) => !data || name === 'done' || group === name || Boolean(counts[name]),
  );
  return (
    <nav
      aria-label={m.orderColumnStatus()}
      className="mb-2 flex flex-wrap gap-1 py-0.5 sm:mb-4 sm:gap-2 xl:mr-auto xl:mb-0"
    >
      <Chip label={m.categoryAll()} isChosen={group === undefined} />
      {shown.map((name) => (
        <Chip
          key={name}
          group={name}
          label={labels[name]()}
          count={counts[name]}
          isChosen={name === group}
        />
      ))}
    </nav>
  );
}

type ChipProps = {
  group?: OrderGroup;
  label: string;
  count?: number | undefined;
  isChosen: boolean;
};

function Chip({ group, label, count = 0, isChosen }: ChipProps) {
  return (
    <Link
      to="/farmer/dashboard"
      search={{ tab: 'orders', ...(group && { status: group }) }}
      replace
      resetScroll={false}
      activeProps={{}}
      // Otherwise the router marks the link to all orders in every group.
      activeOptions={{ exact: true }}
      aria-current={isChosen ? 'true' : undefined}
      data-chosen={isChosen ? '' : undefined}
      // Keeps all groups in one line on a phone.
      className="chip data-chosen:border-leaf! data-chosen:bg-leaf-soft! data-chosen:text-on-leaf-soft! max-sm:grow max-sm:flex-col max-sm:justify-center max-sm:gap-0 max-sm:rounded-field max-sm:px-1 max-sm:text-[0.6875rem] max-sm:leading-tight"
    >
      {label}
      {count > 0 && <span className="tabular-nums">{figureText(count)}</span>}
    </Link>
  );
}

type MomentProps = { picture: 'handed-over' | 'first-sale'; children: React.ReactNode };

function Moment({ picture, children }: MomentProps) {
  return (
    <Card className="flex items-center gap-4 bg-leaf-soft! text-on-leaf-soft">
      <img src={`/art/moments/${picture}.svg`} alt="" width="96" height="72" className="shrink-0" />
      <div role="status" className="min-w-0 font-semibold text-lg leading-snug">
        {children}
      </div>
    </Card>
  );
}
