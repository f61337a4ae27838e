import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#orders/web/buyer/order.tsx';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';

const LazyForm = lazy(() => import('./standing-order-form.tsx'), 'StandingOrderForm');

export function StandingOrderButton({ order }: { order: Order }) {
  const [isOpen, setIsOpen] = useState(false);
  if (order.lines.every(({ productId }) => productId === null)) return null;
  return (
    <>
      <Button variant="secondary" className="max-sm:basis-full" onClick={() => setIsOpen(true)}>
        <CalendarSync className="size-4.5 shrink-0" />
        {m.standingStart()}
      </Button>
      {isOpen && <LazyForm order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}
