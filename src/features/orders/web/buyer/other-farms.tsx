import { Link } from '@tanstack/react-router';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { findCropWord } from '#features/products/rules/crop-picture.ts';
import { readCards } from '#features/products/rules/offer-card.ts';
import { pricedUnitText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Order } from './order.ts';

const SHOWN_MAX = 3;

/**
 * Other farms that offer a product that a farm could not sell. Left out if there are none, or if
 * they cannot be loaded.
 */
export function OtherFarms({ order: { lines, farmId } }: { order: Order }) {
  const [{ name } = { name: '' }] = lines;
  const crop = findCropWord(name) ?? name;
  const products = trpc.market.cards.useQuery(
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
      <Link
        to="/market"
        search={{ search: crop }}
        className="link inline-flex min-h-11 items-center"
      >
        {m.otherFarmsAll()}
      </Link>
    </Card>
  );
}
