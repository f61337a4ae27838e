import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { productNameText, quantityText } from '#products/rules/product-texts.ts';
import { centsOf, lineTotalCents, moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { trpc } from '#web/trpc.ts';
import { useIsBuyer } from './use-cart.ts';
import { type CartLineView, useCartLines } from './visitor-cart.tsx';

export function CartBar() {
  const isBuyer = useIsBuyer();
  const buyers = trpc.buyer.cart.get.useQuery(undefined, { enabled: false }).data?.lines;
  const visitors = useVisitorLines(!isBuyer);
  const lines = isBuyer ? buyers : visitors;
  const [first] = lines ?? [];
  if (!lines || !first) return null;
  const cents = lines.reduce((sum, line) => sum + totalCents(line), 0);
  const to = isBuyer
    ? ({ to: '/buyer-dashboard', search: { tab: 'cart' } } as const)
    : ({ to: '/cart' } as const);
  return (
    <Link
      {...to}
      data-low-bar=""
      className="fixed inset-x-3 bottom-3 z-20 flex min-h-13 items-center justify-between gap-4 rounded-full bg-forest px-5 font-bold text-white no-underline shadow-raised in-[:has([data-bottom-bar])]:bottom-18 focus-visible:outline-maize sm:hidden print:hidden"
    >
      <span className="line-clamp-2 text-sm leading-tight">
        {lines.length === 1
          ? `${quantityText(first.quantity, first.unit)} · ${productNameText(first)}`
          : m.cartBarCount({ count: lines.length })}
      </span>
      <span className="whitespace-nowrap tabular-nums">
        {moneyText(shillingsOf(cents))} <span aria-hidden="true">›</span>
      </span>
    </Link>
  );
}

const totalCents = ({ price, quantity }: CartLineView) => lineTotalCents(centsOf(price), quantity);

/** Fetched when a product is added or removed. Changed quantities need no request. */
function useVisitorLines(isEnabled: boolean): CartLineView[] | undefined {
  const lines = useCartLines();
  const ids = lines.map(({ productId }) => productId).join();
  const [asked, setAsked] = useState({ ids, lines });
  if (asked.ids !== ids) setAsked({ ids, lines });
  const { data } = trpc.market.cart.useQuery(
    { lines: asked.lines },
    {
      enabled: isEnabled && asked.lines.length > 0,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  return lines.flatMap(({ productId, quantity }) => {
    const line = data?.lines.find((one) => one.productId === productId);
    return line ? [{ ...line, quantity }] : [];
  });
}
