import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { classNames } from '#web/ui/layout/class-names.ts';
import { useCartCount } from './use-cart.ts';

/** The way to the cart, with how many products are in it. */
export function CartLink() {
  const count = useCartCount();
  return (
    <Link
      to="/buyer-dashboard"
      search={{ tab: 'cart' }}
      aria-label={count > 0 ? m.cartLinkCount({ count }) : m.cartLink()}
      className={classNames(buttonClass({ variant: 'quiet', size: 'icon' }), 'relative max-[28rem]:-mr-1.5')}
    >
      <ShoppingCart aria-hidden="true" className="size-6" />
      {count > 0 && (
        <span className="absolute top-0 right-0 min-w-5 rounded-full bg-maize px-1 text-center font-bold text-on-maize text-xs tabular-nums">
          {count}
        </span>
      )}
    </Link>
  );
}
