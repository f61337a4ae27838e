import { Link } from '@tanstack/react-router';
import { oneUnitLabels, quantityText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Order } from './order.ts';

export function OrderLines({ order }: { order: Order }) {
  const { lines, subtotal, deliveryFee, total, fulfilment, note } = order;
  const isRounded = total !== subtotal + deliveryFee;
  return (
    <Card>
      <h2 className="mb-2 font-bold text-xl">{m.orderLinesTitle()}</h2>
      <ul className="divide-y divide-line">
        {lines.map(({ productId, name, unit, quantity, price, total: lineTotal }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
          <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
            <div className="min-w-0">
              {productId === null ? (
                <span className="font-semibold">{name}</span>
              ) : (
                <Link
                  to="/market/$productId"
                  params={{ productId }}
                  className="-my-3 inline-block py-3 font-semibold text-ink no-underline hover:text-leaf"
                >
                  {name}
                </Link>
              )}
              <p className="text-muted text-sm tabular-nums">
                {quantityText(quantity, unit)} × {moneyText(price)} / {oneUnitLabels[unit]()}
              </p>
            </div>
            <p className="ml-auto tabular-nums">{moneyText(lineTotal)}</p>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t pt-3">
        <Sum label={m.orderSubtotal()} value={moneyText(subtotal)} />
        {fulfilment === 'delivery' && (
          <Sum
            label={m.deliveryFeeLabel()}
            value={deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree()}
          />
        )}
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="font-semibold">{m.orderTotal()}</dt>
          <dd className="font-extrabold text-2xl tabular-nums tracking-tight">
            {moneyText(total)}
          </dd>
        </div>
      </dl>
      {isRounded && <p className="text-right text-muted text-sm">{m.orderRounded()}</p>}
      {note && (
        <p className="mt-4 wrap-anywhere whitespace-pre-line border-line border-t pt-3">
          <span className="text-muted">{m.ownOrderNote()}</span> {note}
        </p>
      )}
    </Card>
  );
}

const Sum = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="ml-auto tabular-nums">{value}</dd>
  </div>
);
