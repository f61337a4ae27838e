import { Navigation } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { PhoneLinks } from '#web/orders/phone-links.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
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
      {dropOff && (
        <a
          href={`https://www.google.com/maps/dir/?api=1&destination=${dropOff.latitude},${dropOff.longitude}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          <Navigation aria-hidden="true" className="size-4.5" />
          {m.orderDirections()}
        </a>
      )}
    </div>
  );
}
