import { useDeskSearch } from '#operator/web/desk-search.ts';
import type { Fulfilment, OrderStatus } from '#orders/rules/order-facts.ts';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { m } from '#text';
import { RowButton } from './row-list.tsx';

type OrderRowProps = {
  order: {
    id: number;
    status: OrderStatus;
    fulfilment: Fulfilment;
    depositPaidAt: string | null;
    totalCents: number;
    farmName: string | null;
    createdAt: string;
  };
};

export function OrderRow({ order }: OrderRowProps) {
  const { id, totalCents, farmName, createdAt } = order;
  const { open, go } = useDeskSearch();
  return (
    <RowButton
      isOpen={open?.page === 'order' && open.id === id}
      onClick={() => go({ open: { page: 'order', id } })}
      first={
        <>
          <span className="font-semibold">{m.deskOrderNumber({ id })}</span>
          <OrderStatusBadge order={order} />
        </>
      }
      second={farmName}
      figure={moneyText(shillingsOf(totalCents))}
      note={dateText(createdAt)}
    />
  );
}
