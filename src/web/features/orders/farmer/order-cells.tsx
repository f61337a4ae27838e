import type { ReactNode } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import {
  fulfilmentLabels,
  paymentMethodLabels,
  paymentStatusLabels,
  paymentStatusTones,
} from '#web/features/orders/order-texts.ts';
import { phoneText } from '#web/features/orders/phone-links.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { dateText } from '#web/ui/format/date-text.ts';
import { kesText, quantityText } from '#web/ui/format/product-texts.ts';
import type { FarmerOrder } from './use-orders.ts';

type OrderProps = { order: FarmerOrder };

export const buyerText = ({ buyerName }: Pick<FarmerOrder, 'buyerName'>) => buyerName ?? m.orderBuyerGone();

/** "12 kg, 2 crates" */
export const quantitiesText = ({ lines }: Pick<FarmerOrder, 'lines'>) =>
  lines.map(({ quantity, unit }) => quantityText(quantity, unit)).join(', ');

export const itemsText = ({ itemCount }: Pick<FarmerOrder, 'itemCount'>) =>
  itemCount === 1 ? m.orderOneItem() : m.orderItems({ count: itemCount });

/** Where the order goes: the address while the farmer may see it, otherwise only the town or ward. */
export function addressText({ fulfilment, deliveryAddress, deliveryArea }: FarmerOrder): string {
  if (fulfilment === 'collection') return fulfilmentLabels.collection();
  return deliveryAddress ?? deliveryArea ?? fulfilmentLabels.delivery();
}

export const isAddressToCome = ({ fulfilment, status }: FarmerOrder) => fulfilment === 'delivery' && status === 'pending';

/** The total, the payment method, and whether it is paid. */
export function PaymentCell({ order: { amount, paymentStatus, paymentMethod } }: OrderProps) {
  return (
    <>
      <span className="whitespace-nowrap font-semibold tabular-nums">{kesText(amount)}</span>
      <Aside>{paymentMethodLabels[paymentMethod]()}</Aside>
      <span className="mt-1 block whitespace-nowrap">
        <Badge tone={paymentStatusTones[paymentStatus]}>{paymentStatusLabels[paymentStatus]()}</Badge>
      </span>
    </>
  );
}

export function BuyerCell({ order }: OrderProps) {
  return (
    <>
      {buyerText(order)}
      {order.buyerPhone && (
        <a
          href={`tel:${order.buyerPhone}`}
          className="link inline-flex min-h-11 items-center whitespace-nowrap text-sm md:min-h-0"
        >
          {phoneText(order.buyerPhone)}
        </a>
      )}
    </>
  );
}

export function ProductCell({ order }: OrderProps) {
  return (
    <>
      <span className="line-clamp-3 md:min-w-28">{order.product}</span>
      <Aside>
        {order.itemCount > 1 && `${itemsText(order)}: `}
        {quantitiesText(order)}
      </Aside>
    </>
  );
}

export function DeliveryCell({ order }: OrderProps) {
  return (
    <>
      <span className="line-clamp-3">{addressText(order)}</span>
      {isAddressToCome(order) && <Aside>{m.orderAddressLater()}</Aside>}
      {order.deliveryDate && <Aside>{m.orderPromised({ date: dateText(order.deliveryDate) })}</Aside>}
    </>
  );
}

function Aside({ children }: { children: ReactNode }) {
  return <span className="mt-0.5 block text-muted text-sm">{children}</span>;
}
