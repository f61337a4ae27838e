import { Link } from '@tanstack/react-router';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Cart } from './cart.ts';
import { CART_PROBLEM } from './cart-line-problem.tsx';

type CartSumProps = { cart: Cart; isVisitor: boolean; onContinue: () => void };

/**
 * The total, and the link to the checkout or the reason why it cannot start yet; for a visitor,
 * links to log in or join.
 */
export function CartSum({ cart, isVisitor, onContinue }: CartSumProps) {
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  const reason = hasProblem ? m.cartHasProblems() : null;
  return (
    <Card className="grid gap-4 lg:sticky lg:top-24">
      <p className="flex items-baseline justify-between gap-x-3" aria-live="polite">
        <span>{m.cartTotal()}</span>
        <span className="whitespace-nowrap font-extrabold text-xl tabular-nums tracking-tight">
          {moneyText(cart.total)}
        </span>
      </p>
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
