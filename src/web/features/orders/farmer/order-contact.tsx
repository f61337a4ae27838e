import { m } from '#shared/text/compiled/messages.js';
import { DirectionsLink } from '#web/features/orders/directions-link.tsx';
import { PhoneLinks } from '#web/features/orders/phone-links.tsx';
import { buyerText } from './order-cells.tsx';
import type { FarmerOrder } from './use-orders.ts';

/** How to reach the buyer, and the way there: known once the order is accepted. */
export function OrderContact({ order }: { order: FarmerOrder }) {
  const { id, buyerPhone, dropOff, status } = order;
  if (status === 'pending') return <p className="text-muted text-sm">{m.orderPhoneLater()}</p>;
  if (!buyerPhone && !dropOff) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {buyerPhone && <PhoneLinks phoneNumber={buyerPhone} name={buyerText(order)} greeting={m.orderGreeting({ id })} />}
      {dropOff && <DirectionsLink to={dropOff} />}
    </div>
  );
}
