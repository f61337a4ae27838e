import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/failure.ts';
import { retryUnlessRefused } from '#web/retry-unless-refused.ts';
import { moneyText } from '#web/say-money.ts';
import { trpc } from '#web/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { QueryView } from '#web/ui/query-view.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CartFarm } from './cart-farm.tsx';
import { type CartLine, setCartLine, useCartLines } from './cart-lines.ts';
import { type CartItem, farmsOf, totalOf } from './cart-totals.ts';
import type { WholeOffer } from './offer.ts';

const FRESH_MILLISECONDS = 30_000;

/** What is in the cart at today's prices, farm by farm: each farm delivers for itself. */
export function CartView({ onContinue }: { onContinue: () => void }) {
  const lines = useCartLines();
  const [removed, setRemoved] = useState<{ line: CartLine; name: string } | null>(null);
  const cart = useCartProducts(lines);
  const shopping = <Button onClick={onContinue}>{m.cartContinue()}</Button>;
  const remove = (item: CartItem) => {
    setRemoved({ line: { productId: item.product.id, quantity: item.quantity }, name: item.product.name });
    setCartLine({ productId: item.product.id, quantity: 0 });
  };
  return (
    <div className="grid gap-5">
      {removed && (
        <Notice type="info">
          {m.cartRemoved({ name: removed.name })}{' '}
          <button
            type="button"
            className="link min-h-11 px-1"
            onClick={() => {
              setCartLine(removed.line);
              setRemoved(null);
            }}
          >
            {m.cartUndo()}
          </button>
        </Notice>
      )}
      {lines.length === 0 ? (
        <EmptyState picture="cart" title={m.cartEmpty()} action={shopping} />
      ) : (
        <QueryView query={cart} skeleton={<CartSkeleton count={lines.length} />} errorText={m.productsLoadFailed()}>
          {({ items, gone }) => (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
              <div className="grid gap-5">
                {gone.map((productId) => (
                  <Notice key={productId} type="info">
                    {m.cartGone()}{' '}
                    <button type="button" className="link min-h-11 px-1" onClick={() => setCartLine({ productId, quantity: 0 })}>
                      {m.cartRemove()}
                    </button>
                  </Notice>
                ))}
                {farmsOf(items).map((farm) => (
                  <CartFarm key={farm.farmId} farm={farm} onRemove={remove} />
                ))}
              </div>
              <Card className="grid gap-4 lg:sticky lg:top-24">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span>{m.cartTotal()}</span>
                  <span className="font-extrabold text-2xl tabular-nums tracking-tight">{moneyText(totalOf(items))}</span>
                </p>
                <p className="text-muted text-sm">{m.cartDelivery()}</p>
                <Button variant="secondary" isWide onClick={onContinue}>
                  {m.cartContinue()}
                </Button>
              </Card>
            </div>
          )}
        </QueryView>
      )}
    </div>
  );
}

/** Each line's product as it is offered now; those no longer offered apart. */
function useCartProducts(lines: CartLine[]) {
  const queries = trpc.useQueries((t) =>
    lines.map(({ productId }) => t.market.product({ productId }, { staleTime: FRESH_MILLISECONDS, retry: retryUnlessRefused })),
  );
  const isGone = (error: unknown) => readFailure(error).code === 'PRODUCT_NOT_FOUND';
  const answers = queries.map(({ data, error }, index) => ({ data, error, line: lines[index] }));
  const items: CartItem[] = answers.flatMap(({ data, line, error }) =>
    data && line && !error ? [{ product: data as WholeOffer, quantity: line.quantity }] : [],
  );
  const gone = answers.flatMap(({ error, line }) => (line && isGone(error) ? [line.productId] : []));
  return {
    data: items.length + gone.length === lines.length ? { items, gone } : undefined,
    isError: queries.some(({ isError, error }) => isError && !isGone(error)),
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

function CartSkeleton({ count }: { count: number }) {
  return (
    <div className="grid gap-4">
      {Array.from({ length: count }, (_, place) => `${place}`).map((place) => (
        <Skeleton key={place} className="h-32" />
      ))}
    </div>
  );
}
