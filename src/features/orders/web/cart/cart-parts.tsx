import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { productNameText } from '#products/rules/product-texts.ts';
import { centsOf, moneyText, roundedUpToShilling, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { useKeptFocus } from '#ui/browser/use-kept-focus.ts';
import { Button, buttonClass, Skeleton } from '#ui/elements.tsx';
import { EmptyState, Notice, QueryView } from '#ui/feedback.tsx';
import { CART_PROBLEM, CartFarm, CartLineRow } from './cart-farm.tsx';
import type { Cart, CartFarmView, CartLineView } from './visitor-cart.tsx';

type CartPartsProps = {
  query: React.ComponentProps<typeof QueryView<Cart>>['query'];
  reaches?: Reach[] | undefined;
  isVisitor?: boolean;
  onSet: (productId: number, quantity: number) => void;
  onContinue: () => void;
};

/** Grouped by farm, because each farm's part becomes a separate order. */
export function CartParts({
  query,
  reaches,
  isVisitor = false,
  onSet,
  onContinue,
}: CartPartsProps) {
  const [removed, setRemoved] = useState<CartLineView | null>(null);
  const parts = useRef<HTMLDivElement>(null);
  useKeptFocus(parts);
  const set = (line: CartLineView, quantity: number) => {
    onSet(line.productId, quantity);
    // Not undoable, because a product that is no longer offered cannot be added again.
    setRemoved(quantity === 0 && line.problem !== 'gone' ? line : null);
  };
  return (
    <div ref={parts} tabIndex={-1} className="grid gap-5">
      <QueryView query={query} skeleton={<CartSkeleton />}>
        {(data) =>
          data.lines.length === 0 ? (
            <EmptyState
              picture="cart"
              title={m.cartEmpty()}
              action={<Button onClick={onContinue}>{m.cartContinue()}</Button>}
            />
          ) : (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid grid-cols-1 gap-5">
                {data.farms.map((farm) => (
                  <CartFarm
                    key={`${farm.farmId} ${farm.harvestProductId}`}
                    farm={farm}
                    reach={reaches?.find(({ farmId }) => farmId === farm.farmId)}
                    onSet={set}
                  />
                ))}
                <LinesWithoutFarm cart={data} onSet={set} />
              </div>
              <CartSum cart={data} reaches={reaches} isVisitor={isVisitor} />
            </div>
          )
        }
      </QueryView>
      {/* At the bottom of the screen, above the bar, within reach of the thumb. */}
      {removed && (
        <div className="sticky bottom-42 z-20 sm:bottom-4 sm:max-lg:bottom-28">
          <Notice type="info" className="shadow-raised">
            {m.cartRemoved({ name: productNameText(removed) })}{' '}
            <button
              type="button"
              className="link min-h-11 px-1"
              onClick={() => set(removed, removed.quantity)}
            >
              {m.cartUndo()}
            </button>
          </Notice>
        </div>
      )}
    </div>
  );
}

type LinesProps = { cart: Cart; onSet: (line: CartLineView, quantity: number) => void };

function LinesWithoutFarm({ cart, onSet }: LinesProps) {
  const known = new Set(cart.farms.map(({ farmId }) => farmId));
  const lines = cart.lines.filter(({ farmId }) => !known.has(farmId));
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={m.cartAddedOffline()}
      className="overflow-hidden rounded-card border border-line bg-card"
    >
      <h2 className="border-line border-b bg-sunk px-4 py-3 font-bold sm:px-5">
        {m.cartAddedOffline()}
      </h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <CartLineRow
            key={line.productId}
            line={line}
            onSet={(quantity) => onSet(line, quantity)}
          />
        ))}
      </ul>
    </section>
  );
}

function CartSkeleton() {
  return (
    <div className="grid gap-4 lg:max-w-[calc(100%-21.5rem)]">
      <Skeleton className="h-72 rounded-card!" />
    </div>
  );
}

type CartSumProps = {
  cart: Cart;
  reaches: Reach[] | undefined;
  isVisitor: boolean;
};

function CartSum({ cart, reaches, isVisitor }: CartSumProps) {
  const hasProblem = cart.lines.some(({ problem }) => problem !== null);
  const { fee, deposit, total, isRounded } = cartSums(cart, reaches);
  return (
    <div
      data-sticky-foot=""
      className="sticky bottom-0 z-20 grid gap-3 max-lg:-mx-4 max-lg:border-line max-lg:border-t max-lg:bg-card max-lg:px-4 max-lg:py-2 max-lg:in-[:has([data-bottom-bar])]:bottom-[calc(4rem+env(safe-area-inset-bottom))] sm:max-lg:-mx-6 sm:max-lg:px-6 lg:top-24 lg:rounded-card lg:border lg:border-line lg:bg-card lg:p-6"
    >
      <div className="grid gap-1" aria-live="polite">
        {fee > 0 && (
          <div className="grid gap-1 max-lg:hidden">
            <Part label={m.cartGoods()} amount={cart.total} />
            <Part label={m.fulfilmentDelivery()} amount={fee} />
          </div>
        )}
        <p className="flex items-baseline justify-between gap-x-3">
          <span className={fee > 0 ? 'max-lg:hidden' : undefined}>{m.orderTotal()}</span>
          {fee > 0 && <span className="lg:hidden">{m.cartTotalDelivered()}</span>}
          <span className="whitespace-nowrap font-extrabold text-xl tabular-nums tracking-tight">
            {moneyText(total)}
          </span>
        </p>
        {isRounded && <p className="text-right text-muted text-sm">{m.orderRounded()}</p>}
        {deposit > 0 && <Part label={m.depositNow()} amount={deposit} />}
      </div>
      {hasProblem ? (
        <Button isWide disabledReason={m.cartHasProblems()} missing={CART_PROBLEM}>
          {m.cartCheckout()}
        </Button>
      ) : (
        <Link
          to={isVisitor ? '/signup' : '/checkout'}
          search={isVisitor ? toCheckout : {}}
          className={buttonClass({ isWide: true })}
        >
          {m.cartCheckout()}
        </Link>
      )}
      {isVisitor && (
        <p className="text-center text-sm">
          {m.alreadyHaveAccount()}{' '}
          <Link to="/login" search={toCheckout} className="link">
            {m.loginButton()}
          </Link>
        </p>
      )}
    </div>
  );
}

/** After the sign-up or login, the checkout merges the visitor's cart into the buyer's. */
const toCheckout = { redirect: '/checkout' };

const Part = ({ label, amount }: { label: string; amount: number }) => (
  <p className="flex items-baseline justify-between gap-x-3 text-muted text-sm">
    <span>{label}</span>
    <span className="whitespace-nowrap tabular-nums">{moneyText(amount)}</span>
  </p>
);

type Reach = { farmId: number; delivers: boolean | null; distanceKm: number | null };

function cartSums({ farms, total }: Pick<Cart, 'farms' | 'total'>, reaches: Reach[] = []) {
  const fees = farms.map((farm) => (isDelivered(farm, farms, reaches) ? farm.deliveryFee : 0));
  // Farms of lines added offline have unknown fees.
  const others = farms.reduce((sum, { subtotal }) => sum - centsOf(subtotal), centsOf(total));
  const cents = farms.reduce(
    (sum, { subtotal }, at) =>
      sum + roundedUpToShilling(centsOf(subtotal) + centsOf(fees[at] ?? 0)),
    roundedUpToShilling(others),
  );
  const fee = fees.reduce((sum, one) => sum + one, 0);
  return {
    fee,
    deposit: farms.reduce((sum, { deposit }) => sum + deposit, 0),
    total: shillingsOf(cents),
    isRounded: cents !== centsOf(total) + centsOf(fee),
  };
}

const isDelivered = (
  { farmId }: CartFarmView,
  farms: readonly CartFarmView[],
  reaches: readonly Reach[],
): boolean =>
  reaches.find((reach) => reach.farmId === farmId)?.delivers !== false &&
  !farms.some((one) => one.farmId === farmId && one.isBelowMinimum);
