import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type PhoneLine, usePhone } from '#accounts/web/phone.tsx';
import { type FarmerProfile, type useOverview, useProfile } from '#farms/web/farmer-data.ts';
import { productsText } from '#orders/web/farmer/order-cells.tsx';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { ProductsLink } from '#products/web/products-link.tsx';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { lazy } from '#ui/browser/lazy.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState } from '#ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#ui/form/button.tsx';
import { phoneText } from '#ui/format/contact-text.tsx';
import { dateText } from '#ui/format/date-text.ts';
import { Card } from '#ui/layout/card.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { deviceStore } from '#web/session/storage.ts';
import type { DashboardSearch } from '#web/shell/dashboard-search.ts';

type RecentOrder = NonNullable<ReturnType<typeof useOverview>['data']>['recentOrders'][number];

type RecentOrdersProps = { orders: readonly RecentOrder[] };

export function RecentOrders({ orders }: RecentOrdersProps) {
  return (
    <>
      <Orders orders={orders} />
      <LazyOwnPrices />
    </>
  );
}

const LazyOwnPrices = lazy(
  () => import('#prices/web/farmer-prices.tsx').then(({ OwnPrices }) => OwnPrices),
  null,
);

function Orders({ orders }: RecentOrdersProps) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold text-xl">{m.recentOrdersTitle()}</h2>
        <Link
          to="/farmer/dashboard"
          search={{ tab: 'orders' }}
          className="link inline-flex min-h-11 items-center"
        >
          {m.recentOrdersAll()}
        </Link>
      </div>
      {orders.length === 0 ? (
        <EmptyState
          picture="orders"
          title={m.noOrdersTitle()}
          action={<ProductsLink variant="secondary" />}
        />
      ) : (
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <li key={order.id}>
              <Row order={order} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ order }: { order: RecentOrder }) {
  const { id, buyerName, date, amount } = order;
  return (
    <Link
      to="/farmer/dashboard"
      search={{ tab: 'orders', order: id }}
      className="flex items-start justify-between gap-2 rounded-field py-3 max-[22rem]:block text-ink no-underline hover:bg-line/40"
    >
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere font-semibold">
          #{id} {productsText(order)}
        </span>
        <span className="block text-muted text-sm">
          {buyerName ?? m.orderBuyerGone()} · {dateText(date)}
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end gap-1">
        <span className="font-semibold tabular-nums">{moneyText(amount)}</span>
        <OrderStatusBadge order={order} />
      </span>
    </Link>
  );
}

type Item = {
  title: string;
  hint?: string;
  search: DashboardSearch;
  hash?: string;
  takesPhotos?: true;
  isDone: boolean;
  confirm?: { label: string; mark: Mark };
};

export function StartChecklist() {
  const profile = useProfile();
  const products = useOwnProducts();
  const line = usePhone();
  const [marks, mark] = useMarks(profile.data);
  // The list has one more item with SMS.
  if (line.isLoading) return <Skeleton className="h-96" />;
  if (!profile.data || !products.data)
    return profile.isError || products.isError ? null : <Skeleton className="h-96" />;
  const items = itemsOf({
    profile: profile.data,
    hasProduct: products.data.length > 0,
    marks,
    line: line.data,
  });
  const done = items.filter(({ isDone }) => isDone).length;
  if (done === items.length) return null;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold text-xl">{m.startTitle()}</h2>
        <p role="status" className="text-muted">
          {m.startLead({ done, total: items.length })}
        </p>
      </div>
      <ol className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow
            key={item.title}
            item={item}
            isNext={item === items.find(({ isDone }) => !isDone)}
            onConfirm={mark}
          />
        ))}
      </ol>
    </Card>
  );
}

type ItemRowProps = { item: Item; isNext: boolean; onConfirm: (mark: Mark) => void };

function ItemRow({ item, isNext, onConfirm }: ItemRowProps) {
  const { title, hint, search, hash = '', isDone, confirm, takesPhotos } = item;
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <Link
        to="/farmer/dashboard"
        search={search}
        hash={hash}
        state={takesPhotos ? { takesPhotos } : {}}
        activeProps={{}}
        className="flex min-h-11 items-center gap-3 no-underline"
      >
        <Icon
          aria-hidden="true"
          className={classNames('size-6 shrink-0', isDone ? 'text-leaf' : 'text-muted')}
        />
        <span>
          <span
            className={classNames(
              isNext ? buttonClass({ size: 'small' }) : 'block font-semibold',
              isDone && 'text-muted',
              !isDone && !isNext && 'underline underline-offset-4',
            )}
          >
            {title}
          </span>
          {hint && !isDone && <span className="block text-muted text-sm">{hint}</span>}
          <span className="sr-only">{isDone ? m.startDone() : m.startToDo()}</span>
        </span>
      </Link>
      {confirm && !isDone && (
        <Button
          variant="secondary"
          size="small"
          className="ml-9"
          onClick={() => onConfirm(confirm.mark)}
        >
          {confirm.label}
        </Button>
      )}
    </li>
  );
}

type State = {
  profile: FarmerProfile;
  hasProduct: boolean;
  marks: readonly Mark[];
  line: PhoneLine | undefined;
};

function itemsOf({ profile, hasProduct, marks, line }: State): Item[] {
  return [
    {
      title: m.startProduct(),
      search: { tab: 'products', product: 'new' },
      takesPhotos: true,
      isDone: hasProduct,
    },
    {
      title: m.startPhoto(),
      search: { tab: 'profile' },
      isDone: profile.profilePhoto !== null,
    },
    {
      title: m.startFee(),
      search: { tab: 'profile', edit: 'farm' },
      isDone: profile.deliveryFee > 0 || marks.includes('freeDelivery'),
      confirm: { label: m.startFeeFree(), mark: 'freeDelivery' },
    },
    line?.isOffered
      ? {
          title: m.phoneVerifyTitle(),
          hint: m.startVerifyHint({ phone: phoneText(profile.phoneNumber) }),
          search: { tab: 'profile' },
          hash: 'phone',
          isDone: line.isVerified,
        }
      : {
          title: m.startPhone(),
          hint: m.startPhoneHint({ phone: phoneText(profile.phoneNumber) }),
          search: { tab: 'profile', edit: 'phone' },
          isDone: marks.includes('phone'),
          confirm: { label: m.startPhoneConfirm(), mark: 'phone' },
        },
  ];
}

/*
 * Free delivery is also the default, and the payout number may be the one from sign-up, so these
 * two answers leave no trace in the farm's data. They are stored on this device, by account id.
 */
const marksShape = z.array(z.enum(['freeDelivery', 'phone']));
type Mark = z.infer<typeof marksShape>[number];

function useMarks(profile: Pick<FarmerProfile, 'id'> | undefined) {
  const key = `start ${profile?.id}`;
  const [added, setAdded] = useState<Mark[]>([]);
  const marks = [...(deviceStore.readAs(key, marksShape) ?? []), ...added];
  const add = (mark: Mark) => {
    setAdded([...added, mark]);
    deviceStore.writeJson(key, [...marks, mark]);
  };
  return [marks, add] as const;
}
