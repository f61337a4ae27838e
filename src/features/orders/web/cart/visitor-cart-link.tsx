import { CartLink } from '#platform/web/shell/cart-link.tsx';
import { useCartLines } from './cart-lines.ts';

/** For a page that does not load the tRPC client. */
export function VisitorCartLink() {
  return <CartLink count={useCartLines().length} isBuyer={false} />;
}
