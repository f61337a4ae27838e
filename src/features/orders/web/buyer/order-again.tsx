import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

type OrderAgainProps = { order: { id: number }; variant?: 'primary' | 'secondary' };

/** The cart stays as it is. */
export const OrderAgain = ({ order: { id }, variant = 'secondary' }: OrderAgainProps) => (
  <Link to="/checkout" search={{ again: id }} className={buttonClass({ variant })}>
    <RotateCcw aria-hidden="true" className="size-4.5" />
    {m.orderAgain()}
    <span className="sr-only">: {m.orderNumber({ id })}</span>
  </Link>
);
