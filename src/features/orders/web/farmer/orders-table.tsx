import { isStepTaken, QueuedMark, useQueued } from '#platform/web/offline/queued-mark.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { m } from '#text';
import { OrderStatusBadge } from '../order-status.tsx';
import { BuyerCell, DeliveryCell, PaymentCell, ProductCell } from './order-cells.tsx';
import { stepLabel, stepVariant } from './order-step.tsx';
import type { FarmerOrder, FarmerStep } from './use-orders.ts';

type OrdersTableProps = {
  orders: readonly FarmerOrder[];
  onOpen: (order: FarmerOrder) => void;
  onStep: (order: FarmerOrder, step: FarmerStep) => void;
};

export function OrdersTable({ orders, onOpen, onStep }: OrdersTableProps) {
  const columns: Column<FarmerOrder>[] = [
    {
      key: 'order',
      header: m.orderColumnOrder(),
      isTitle: true,
      cell: ({ id, date }) => (
        <>
          <span className="whitespace-nowrap">#{id}</span>
          <span className="block whitespace-nowrap font-normal text-muted text-sm">
            {dateText(date)}
          </span>
        </>
      ),
    },
    { key: 'buyer', header: m.orderColumnBuyer(), cell: (order) => <BuyerCell order={order} /> },
    {
      key: 'product',
      header: m.inventoryProduct(),
      cell: (order) => <ProductCell order={order} />,
    },
    {
      key: 'payment',
      header: m.orderColumnAmountPayment(),
      cell: (order) => <PaymentCell order={order} />,
    },
    {
      key: 'status',
      header: m.orderColumnStatus(),
      cell: (order) => (
        <span className="*:whitespace-normal *:rounded-lg">
          <OrderStatusBadge order={order} />
        </span>
      ),
    },
    {
      key: 'delivery',
      header: m.orderColumnDelivery(),
      cell: (order) => <DeliveryCell order={order} />,
    },
    {
      key: 'action',
      header: m.inventoryAction(),
      isNumeric: true,
      isFoot: true,
      cell: (order) => (
        <RowSteps
          order={order}
          onOpen={() => onOpen(order)}
          onStep={(step) => onStep(order, step)}
        />
      ),
    },
  ];
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card">
      <DataTable
        caption={m.farmTabOrders()}
        columns={columns}
        rows={orders}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

type RowStepsProps = { order: FarmerOrder; onOpen: () => void; onStep: (step: FarmerStep) => void };

const onlyInDetails: FarmerStep[] = ['cancel', 'answer', 'rateBuyer'];

/** Only the steps that advance or end an order soon. The others are in the details. */
function RowSteps({ order, onOpen, onStep }: RowStepsProps) {
  const queued = useQueued(`order:${order.id}`);
  // An earlier step is pending.
  const steps = isStepTaken(queued) ? [] : order.steps;
  const number = m.orderNumber({ id: order.id });
  return (
    <span className="flex min-w-36 flex-col items-stretch gap-2">
      {queued && (
        <span className="flex justify-center text-left">
          <QueuedMark entry={queued} />
        </span>
      )}
      {steps
        .filter((step) => !onlyInDetails.includes(step))
        .map((step) => (
          <Button
            key={step}
            size="small"
            variant={stepVariant(step)}
            aria-label={`${stepLabel(step, order)}: ${number}`}
            onClick={() => onStep(step)}
          >
            {stepLabel(step, order)}
          </Button>
        ))}
      <Button
        size="small"
        variant="quiet"
        aria-label={`${m.orderDetails()}: ${number}`}
        onClick={onOpen}
      >
        {m.orderDetails()}
      </Button>
    </span>
  );
}
