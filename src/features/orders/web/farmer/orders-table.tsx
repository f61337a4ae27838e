import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { isEnded, isToAnswer, type OrderGroup } from '#orders/rules/order-facts.ts';
import { moneyText } from '#rules/amounts.ts';
import { writeCsv } from '#rules/csv.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { saveFile } from '#ui/browser/device.ts';
import { phoneText } from '#ui/contact-text.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Button } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { isStepTaken, QueuedMark, useQueued } from '#web/offline/queued-mark.tsx';
import { telLink } from '#web/page-frame.tsx';
import { trpc } from '#web/trpc.ts';
import { OrderStatusBadge, orderStateText } from '../order-status.tsx';
import { depositText, paymentMethodText, paymentStatusLabels, wishText } from '../order-texts.ts';
import {
  addressText,
  buyerText,
  type FarmerOrder,
  type FarmerStep,
  PaymentChip,
  paymentChip,
  productsText,
  quantitiesText,
  waitText,
} from './order-cells.tsx';
import { nextStep, stepLabel, stepsOf, stepVariant } from './order-step.tsx';

type OrdersTableProps = {
  orders: readonly FarmerOrder[];
  onOpen: (order: FarmerOrder) => void;
  onStep: (order: FarmerOrder, step: FarmerStep) => void;
};

/** Every row has two lines, so that ten fit on a desktop. What is cut stands in the details. */
export function OrdersTable({ orders, onOpen, onStep }: OrdersTableProps) {
  const columns: Column<FarmerOrder>[] = [
    {
      key: 'buyer',
      header: m.orderColumnBuyer(),
      width: '18%',
      isTitle: true,
      cell: (order) => <BuyerCell order={order} onOpen={() => onOpen(order)} />,
    },
    {
      key: 'product',
      header: m.inventoryProduct(),
      width: '16%',
      cell: (order) => <Lines first={productsText(order)} second={quantitiesText(order)} />,
    },
    {
      key: 'payment',
      header: m.orderColumnAmount(),
      width: '21%',
      cell: (order) => (
        <Lines
          first={<b className="font-semibold tabular-nums">{moneyText(order.amount)}</b>}
          second={paymentLine(order)}
        />
      ),
    },
    {
      key: 'status',
      header: m.orderColumnStatus(),
      width: '23%',
      cell: (order) => (
        <Lines first={<OrderStatusBadge order={order} />} second={deliveryText(order)} />
      ),
    },
    {
      key: 'action',
      header: m.inventoryAction(),
      width: '22%',
      isNumeric: true,
      isFoot: true,
      cell: (order) => (
        <RowSteps
          order={order}
          isFirst={order === orders[0]}
          onStep={(step) => onStep(order, step)}
        />
      ),
    },
  ];
  return (
    <div className="rounded-card border border-line bg-card">
      <DataTable
        caption={m.farmTabOrders()}
        columns={columns}
        rows={orders}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

/**
 * The second line is a little smaller. Text that does not fit is cut, and is whole in a tooltip.
 */
function Lines({ first, second }: { first: React.ReactNode; second: React.ReactNode }) {
  return [first, second].map((line, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: the two lines keep their places
      key={index}
      title={typeof line === 'string' ? line : undefined}
      className={
        index === 0 ? 'block xl:truncate' : 'block min-h-5 text-[0.8125rem] text-muted xl:truncate'
      }
    >
      {line}
    </span>
  ));
}

function BuyerCell({ order, onOpen }: { order: FarmerOrder; onOpen: () => void }) {
  const { id, buyerPhone } = order;
  return (
    <Lines
      first={
        <button
          type="button"
          className="max-w-full truncate font-semibold hover:underline"
          aria-label={`${m.orderDetails()}: ${m.orderNumber({ id })}`}
          onClick={onOpen}
        >
          {buyerText(order)}
        </button>
      }
      second={
        <>
          #{id}
          {buyerPhone && (
            <>
              {' · '}
              <a href={telLink(buyerPhone)} className="link">
                {phoneText(buyerPhone)}
              </a>
            </>
          )}
        </>
      }
    />
  );
}

function paymentLine(order: FarmerOrder): React.ReactNode {
  const { paymentMethod, paymentStatus, fulfilment } = order;
  const isCashToCome = paymentMethod === 'Cash on delivery' && paymentStatus === 'pending';
  return isCashToCome || !paymentChip(order) ? (
    paymentMethodText(paymentMethod, fulfilment)
  ) : (
    <PaymentChip order={order} />
  );
}

/**
 * A new order names the time left to answer, an accepted one where and when the goods go, and an
 * ended one its day.
 */
function deliveryText(order: FarmerOrder): string | null {
  const wish = wishText(order);
  const wanted = wish && !order.deliveryDate && m.wishedForFarmer({ wish });
  if (isToAnswer(order.status) || isEnded(order.status)) return wanted || waitText(order);
  return [addressText(order), wanted || waitText(order)].filter(Boolean).join(' · ');
}

type RowStepsProps = {
  order: FarmerOrder;
  isFirst: boolean;
  onStep: (step: FarmerStep) => void;
};

/**
 * The next step, and the one that may stand beside it. The details have the others. Only the most
 * urgent order has a filled button.
 */
function RowSteps({ order, isFirst, onStep }: RowStepsProps) {
  const queued = useQueued(`order:${order.id}`);
  if (queued && isStepTaken(queued)) return <QueuedMark entry={queued} />;
  const steps = stepsOf(order);
  const next = nextStep({ steps });
  const beside = steps.find((step) => step === 'reject' || step === 'weigh');
  const button = (step: FarmerStep, variant: 'primary' | 'secondary' | 'quiet') => {
    const label = step === 'complete' ? m.orderEnterCode() : stepLabel(step, order);
    return (
      <Button
        size="small"
        variant={variant}
        aria-label={`${label}: ${m.orderNumber({ id: order.id })}`}
        onClick={() => onStep(step)}
      >
        {label}
      </Button>
    );
  };
  return (
    <span className="flex items-center justify-end gap-1 whitespace-nowrap">
      {queued && <QueuedMark entry={queued} />}
      {beside && button(beside, 'quiet')}
      {next && button(next, isFirst ? stepVariant(next) : 'secondary')}
    </span>
  );
}

export function ExportOrders({ group }: { group: OrderGroup | undefined }) {
  const { client } = trpc.useUtils();
  const saving = useMutation({
    mutationFn: async () => {
      const orders: FarmerOrder[] = [];
      let cursor: string | null = null;
      do {
        const page: { orders: FarmerOrder[]; nextCursor: string | null } =
          await client.farmer.orders.list.query({
            ...(group && { group }),
            ...(cursor && { cursor }),
          });
        orders.push(...page.orders);
        cursor = page.nextCursor;
      } while (cursor);
      const name = `sokoshamba-orders-${dayInNairobi(new Date())}.csv`;
      saveFile({
        name,
        type: 'text/csv;charset=utf-8',
        content: writeCsv([columns(), ...orders.map(rowOf)]),
      });
    },
    onError: () => showToast('error', m.ordersExportFailed()),
  });

  return (
    <Button variant="quiet" size="small" isBusy={saving.isPending} onClick={() => saving.mutate()}>
      <Download className="size-5" />
      {m.ordersExport()}
    </Button>
  );
}

const columns = () => [
  m.orderColumnOrder(),
  m.orderColumnDate(),
  m.orderColumnBuyer(),
  m.contactPhone(),
  m.inventoryProduct(),
  m.productQuantityLabel(),
  m.orderColumnItems(),
  `${m.orderColumnAmount()} (KES)`,
  m.orderColumnStatus(),
  m.deliveryAddressLabel(),
  m.deliveryDateLabel(),
  m.orderColumnPayment(),
  m.paymentColumnMethod(),
];

export const rowOf = (order: FarmerOrder) => [
  order.id,
  dayInNairobi(new Date(order.date)),
  buyerText(order),
  order.buyerPhone ? phoneText(order.buyerPhone) : '',
  order.product,
  quantitiesText(order),
  order.itemCount,
  order.amount,
  orderStateText(order),
  addressText(order),
  order.deliveryDate ?? '',
  order.paymentStatus === 'pending' && isEnded(order.status)
    ? ''
    : (depositText(order) ?? paymentStatusLabels[order.paymentStatus]()),
  paymentMethodText(order.paymentMethod, order.fulfilment),
];
