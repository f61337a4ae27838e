import { priceText, productNameText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { orderedText } from '../order-texts.ts';
import type { FarmerOrder } from './use-orders.ts';

export function OrderLines({ order: { lines, deliveryFee, amount } }: { order: FarmerOrder }) {
  return (
    <section>
      <h3 className="mb-2 font-bold">{m.orderLinesTitle()}</h3>
      <dl className="grid gap-2">
        {lines.map((line, index) => (
          <Sum
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
            key={index}
            name={productNameText(line)}
            note={`${orderedText(line)} × ${priceText(line.price, line.unit)}`}
            amount={line.total}
          />
        ))}
        {deliveryFee > 0 && <Sum name={m.orderDeliveryFee()} amount={deliveryFee} />}
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-bold">
          <dt>{m.orderTotal()}</dt>
          <dd className="tabular-nums">{moneyText(amount)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Sum({ name, note, amount }: { name: string; note?: string; amount: number }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0">
        {name}
        {note && <span className="block text-muted text-sm">{note}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{moneyText(amount)}</dd>
    </div>
  );
}
