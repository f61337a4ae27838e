import { CartLink } from '#web/app/shell/cart-link.tsx';
import { useCartLines } from './cart-lines.ts';

/** A visitor's cart in the header of a page that has no client of the server. */
export function VisitorCartLink() {
  return <CartLink count={useCartLines().length} isBuyer={false} />;
}
