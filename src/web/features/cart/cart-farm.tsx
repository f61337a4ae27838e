import { BadgeCheck } from 'lucide-react';
import { farmNameText, farmTitle } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { FarmLink } from '#web/app/shell/farm-link.tsx';
import { figureText } from '#web/ui/format/product-texts.ts';
import type { CartFarmView, CartLineView } from './cart.ts';
import { CartLineRow } from './cart-line-row.tsx';

type CartFarmProps = {
  farm: CartFarmView;
  /** Whether the farm delivers to the buyer's place; undefined while that is not known. */
  reach?: { delivers: boolean | null; distanceKm: number | null } | undefined;
  onSet: (line: CartLineView, quantity: number) => void;
};

/** The part of the cart from one farm, which becomes one order. */
export function CartFarm({ farm, reach, onSet }: CartFarmProps) {
  const { farmId, farmName, county, isFarmVerified, subtotal, deliveryFee, minimumOrder, isBelowMinimum } = farm;
  const title = farmTitle(farm);
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-card">
      <h2 className="flex flex-wrap items-center gap-x-2 border-line border-b bg-sunk px-4 py-3 font-bold sm:px-5">
        <span>
          <FarmLink farmId={farmId}>{title}</FarmLink>
          {farmNameText(farmName) && <span className="font-normal text-muted"> · {county}</span>}
        </span>
        {isFarmVerified && (
          <>
            <BadgeCheck aria-hidden="true" className="size-5 text-leaf" />
            <span className="sr-only">{m.verifiedFarmBadge()}</span>
          </>
        )}
      </h2>
      <ul className="divide-y divide-line">
        {farm.lines.map((line) => (
          <CartLineRow key={line.productId} line={line} onSet={(quantity) => onSet(line, quantity)} />
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t px-4 py-3 sm:px-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{m.cartSubtotal()}</dt>
          <dd className="ml-auto font-bold text-lg tabular-nums">{moneyText(subtotal)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
          <dt>{m.cartDeliveryFee()}</dt>
          <dd className="ml-auto text-right tabular-nums">
            {reach?.delivers === false && reach.distanceKm !== null
              ? m.cartNoDelivery({ distance: m.distanceShort({ kilometres: figureText(reach.distanceKm) }) })
              : deliveryFee > 0
                ? moneyText(deliveryFee)
                : m.deliveryFree()}
          </dd>
        </div>
        {minimumOrder > 0 && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
            <dt>{m.minimumOrderLabel()}</dt>
            <dd className="ml-auto tabular-nums">{moneyText(minimumOrder)}</dd>
          </div>
        )}
      </dl>
      {isBelowMinimum && (
        <p role="status" className="border-line border-t bg-maize-soft px-4 py-3 font-medium text-on-maize-soft sm:px-5">
          {m.cartBelowMinimum({ missing: moneyText(minimumOrder - subtotal) })}
        </p>
      )}
    </section>
  );
}
