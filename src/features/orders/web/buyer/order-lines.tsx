import { Link } from '@tanstack/react-router';
import { ProductPicture } from '#features/products/web/catalogue/product-picture.tsx';
import { priceText, productNameText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { orderedText } from '../order-texts.ts';
import { type Order, pictured } from './order.ts';

export function OrderLines({ order }: { order: Order }) {
  const { lines, subtotal, deliveryFee, total, fulfilment, note, deposit, depositPaidAt } = order;
  const isRounded = total !== subtotal + deliveryFee;
  return (
    <Card className="p-4!">
      <h2 className="mb-1 font-bold text-lg">{m.orderLinesTitle()}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
            key={index}
            className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 py-2.5 print:grid-cols-1"
          >
            <div className="aspect-square overflow-hidden rounded-field bg-sunk print:hidden">
              <ProductPicture product={pictured(line)} sizes="3.5rem" />
            </div>
            <div className="min-w-0">
              {line.productId === null ? (
                <span className="font-semibold">{line.name}</span>
              ) : (
                <Link
                  to="/market/$productId"
                  params={{ productId: line.productId }}
                  className="-my-3 inline-block py-3 wrap-anywhere font-semibold leading-snug text-ink no-underline hover:text-leaf"
                >
                  {productNameText(line)}
                </Link>
              )}
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm tabular-nums">
                <span className="text-muted">
                  {orderedText(line)}{' '}
                  <span className="inline-block">× {priceText(line.price, line.unit)}</span>
                </span>
                <span className="ml-auto font-semibold text-base">{moneyText(line.total)}</span>
              </p>
            </div>
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
        {deposit > 0 && (
          <Sum
            label={depositPaidAt ? m.depositPaid() : m.depositNow()}
            value={moneyText(deposit)}
          />
        )}
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
