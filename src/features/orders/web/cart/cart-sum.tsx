import { Link } from '@tanstack/react-router';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Cart } from './cart.ts';
import { CART_PROBLEM } from './cart-line-problem.tsx';
import { cartSums, type Reach } from './cart-total.ts';

type CartSumProps = {
  cart: Cart;
  reaches: Reach[] | undefined;
  isVisitor: boolean;
  onContinue: () => void;
};

/**
 * The total, and the link to the checkout or the reason why it cannot start yet; for a visitor,
 * links to log in or join.
 */
export function CartSum({ cart, reaches, isVisitor, onContinue }: CartSumProps) {
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  const reason = hasProblem ? m.cartHasProblems() : null;
  const { fee, deposit, total, isRounded } = cartSums(cart, reaches);
  return (
    <Card className="grid gap-4 lg:sticky lg:top-24">
      <div className="grid gap-1" aria-live="polite">
        {fee > 0 && (
          <>
            <Part label={m.cartGoods()} amount={cart.total} />
            <Part label={m.cartDeliverySum()} amount={fee} />
          </>
        )}
        <p className="flex items-baseline justify-between gap-x-3">
          <span>{m.cartTotal()}</span>
          <span className="whitespace-nowrap font-extrabold text-xl tabular-nums tracking-tight">
            {moneyText(total)}
          </span>
        </p>
        {isRounded && <p className="text-right text-muted text-sm">{m.orderRounded()}</p>}
        {deposit > 0 && <Part label={m.depositNow()} amount={deposit} />}
      </div>
      <p className="text-muted text-sm">{m.cartDelivery()}</p>
      {isVisitor ? (
        <LoginLinks />
      ) : reason ? (
        <Button isWide disabledReason={reason} missing={CART_PROBLEM}>
          {m.cartCheckout()}
        </Button>
      ) : (
        <Link to="/checkout" className={buttonClass({ isWide: true })}>
          {m.cartCheckout()}
        </Link>
      )}
      <Button variant="secondary" isWide onClick={onContinue}>
        {m.cartContinue()}
      </Button>
    </Card>
  );
}

const Part = ({ label, amount }: { label: string; amount: number }) => (
  <p className="flex items-baseline justify-between gap-x-3 text-muted text-sm">
    <span>{label}</span>
    <span className="whitespace-nowrap tabular-nums">{moneyText(amount)}</span>
  </p>
);

/** Both lead back to the buyer's cart, into which the visitor's is merged. */
const backToCart = { redirect: '/buyer-dashboard?tab=cart' };

function LoginLinks() {
  return (
    <>
      <p>{m.guestCartText()}</p>
      <Link to="/login" search={backToCart} className={buttonClass({ isWide: true })}>
        {m.guestCartLogin()}
      </Link>
      <Link
        to="/signup"
        search={backToCart}
        className={buttonClass({ variant: 'secondary', isWide: true })}
      >
        {m.joinAsBuyer()}
      </Link>
    </>
  );
}
