import { type ComponentProps, useRef, useState } from 'react';
import { productNameText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useKeptFocus } from '#platform/web/ui/browser/use-kept-focus.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { Cart, CartLineView } from './cart.ts';
import { CartFarm } from './cart-farm.tsx';
import { CartLineRow } from './cart-line-row.tsx';
import { CartSum } from './cart-sum.tsx';
import type { Reach } from './cart-total.ts';

type CartPartsProps = {
  query: ComponentProps<typeof QueryView<Cart>>['query'];
  /** Which of the farms deliver to the buyer's place; undefined while that is unknown. */
  reaches?: Reach[] | undefined;
  isVisitor?: boolean;
  onSet: (productId: number, quantity: number) => void;
  onContinue: () => void;
};

/**
 * The cart at today's prices, grouped by farm, because each farm's part becomes a separate order. A
 * removed product can be restored.
 */
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
    // A product that is no longer offered could not be added again, so its removal cannot be
    // undone.
    setRemoved(quantity === 0 && line.problem !== 'gone' ? line : null);
  };
  return (
    <div ref={parts} tabIndex={-1} className="grid gap-5">
      <QueryView query={query} skeleton={<CartSkeleton />} errorText={m.cartLoadFailed()}>
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
              <CartSum
                cart={data}
                reaches={reaches}
                isVisitor={isVisitor}
                onContinue={onContinue}
              />
            </div>
          )
        }
      </QueryView>
      {/* At the bottom of the screen, above the bar, within reach of the thumb. */}
      {removed && (
        <div className="sticky bottom-19 z-20 sm:bottom-4">
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

/** Lines added offline, of farms whose fees are not known yet. */
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
