import { Download } from 'lucide-react';
import { useState } from 'react';
import { isEnded, type OrderGroup } from '#orders/rules/order-facts.ts';
import { writeCsv } from '#platform/rules/csv.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { saveFile } from '#platform/web/ui/browser/device.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { m } from '#text';
import { orderStateText } from '../order-status.tsx';
import { depositText, paymentMethodText, paymentStatusLabels } from '../order-texts.ts';
import { addressText, buyerText, quantitiesText } from './order-cells.tsx';
import type { FarmerOrder } from './use-orders.ts';

export function ExportOrders({ group }: { group: OrderGroup | undefined }) {
  const { client } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);

  async function save() {
    setIsBusy(true);
    try {
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
    } catch {
      showToast('error', m.ordersExportFailed());
    }
    setIsBusy(false);
  }

  return (
    <Button variant="quiet" size="small" isBusy={isBusy} onClick={save}>
      <Download aria-hidden="true" className="size-5" />
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
