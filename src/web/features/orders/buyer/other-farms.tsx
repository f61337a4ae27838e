import { Link } from '@tanstack/react-router';
import { farmTitle } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { findCropWord } from '#shared/products/crop-picture.ts';
import { readCards } from '#shared/products/offer-card.ts';
import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { pricedUnitText } from '#web/ui/format/product-texts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Order } from './order.ts';

const SHOWN_MAX = 3;

/** Where else to get what a farm could not sell. Left out if nobody else offers it, or if it cannot be loaded. */
export function OtherFarms({ order: { lines, farmId } }: { order: Order }) {
  const [{ name } = { name: '' }] = lines;
  const crop = findCropWord(name) ?? name;
  const products = trpc.market.products.useQuery(
    { search: crop, sort: 'price' },
    { enabled: crop !== '', retry: retryUnlessRefused },
  );
  const others = (products.data ? readCards(products.data.products) : [])
    .filter((product) => product.farmId !== farmId)
    .slice(0, SHOWN_MAX);
  if (others.length === 0) return null;
  return (
    <Card className="print:hidden">
      <h2 className="mb-1 font-bold text-xl">{m.otherFarmsTitle({ name: crop })}</h2>
      <ul className="divide-y divide-line">
        {others.map((product) => (
          <li key={product.id}>
            <Link
              to="/market/$productId"
              params={{ productId: product.id }}
              className="flex min-h-14 items-center justify-between gap-4 py-2 text-ink no-underline hover:text-leaf"
            >
              <span className="min-w-0">
                <span className="block truncate font-semibold">{product.name}</span>
                <span className="block truncate text-muted text-sm">{farmTitle(product)}</span>
              </span>
              <span className="shrink-0 text-right font-bold tabular-nums">
                {moneyText(product.price)}
                <span className="block font-normal text-muted text-sm">
                  / {pricedUnitText(product.unit, product.netWeightKg)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/market" search={{ search: crop }} className="link inline-flex min-h-11 items-center">
        {m.otherFarmsAll()}
      </Link>
    </Card>
  );
}
