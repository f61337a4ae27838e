import { BadgeCheck } from 'lucide-react';
import { farmNameText, farmTitle } from '#features/farms/rules/farm-texts.ts';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { preOrderText, reachText } from '#features/products/web/catalogue/offer-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { CartFarmView, CartLineView } from './cart.ts';
import { CartLineRow } from './cart-line-row.tsx';

type CartFarmProps = {
  farm: CartFarmView;
  /** Whether the farm delivers to the buyer's place; undefined while that is unknown. */
  reach?: { delivers: boolean | null; distanceKm: number | null } | undefined;
  onSet: (line: CartLineView, quantity: number) => void;
};

/** The part of the cart from one farm, which becomes one order. */
export function CartFarm({ farm, reach, onSet }: CartFarmProps) {
  const {
    farmId,
    farmName,
    county,
    isFarmVerified,
    subtotal,
    deliveryFee,
    minimumOrder,
    isBelowMinimum,
  } = farm;
  const title = farmTitle(farm);
  const isTooFar = reach?.delivers === false;
  const distance = m.distanceShort({ kilometres: figureText(reach?.distanceKm ?? 0) });
  const delivers = reach?.delivers && reachText({ ...reach, deliversToMe: true });
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-card">
      <h2 className="border-line border-b bg-sunk px-4 py-3 font-bold sm:px-5">
        <FarmLink farmId={farmId}>{title}</FarmLink>
        {farmNameText(farmName) && <span className="font-normal text-muted"> · {county}</span>}
        {isFarmVerified && (
          <>
            <BadgeCheck aria-hidden="true" className="-mt-0.5 ml-1.5 inline size-5 text-leaf" />
            <span className="sr-only">{m.verifiedFarmBadge()}</span>
          </>
        )}
        {farm.harvestBy && (
          <span className="block font-semibold text-on-maize-soft text-sm">
            {preOrderText(farm.harvestBy)}
          </span>
        )}
        {delivers && <span className="block font-semibold text-leaf text-sm">{delivers}</span>}
      </h2>
      <ul className="divide-y divide-line">
        {farm.lines.map((line) => (
          <CartLineRow
            key={`${line.productId} ${line.offerId}`}
            line={line}
            onSet={(quantity) => onSet(line, quantity)}
          />
        ))}
      </ul>
      <dl className="grid gap-1 border-line border-t px-4 py-3 sm:px-5">
        <Row label={m.cartSubtotal()} value={moneyText(subtotal)} isStrong />
        <Row
          label={m.cartDeliveryFee()}
          value={
            isTooFar
              ? m.cartNoDelivery({ distance })
              : deliveryFee > 0
                ? moneyText(deliveryFee)
                : m.deliveryFree()
          }
        />
        {farm.deposit > 0 && <Row label={m.depositNow()} value={moneyText(farm.deposit)} />}
        {minimumOrder > 0 && !isTooFar && (
          <Row label={m.minimumOrderLabel()} value={moneyText(minimumOrder)} />
        )}
      </dl>
      {isBelowMinimum && !isTooFar && (
        <p
          role="status"
          className="border-line border-t bg-maize-soft px-4 py-3 font-medium text-on-maize-soft sm:px-5"
        >
          {m.cartBelowMinimum({ missing: moneyText(minimumOrder - subtotal) })}
        </p>
      )}
    </section>
  );
}

/**
 * A label on the left with its value on the right. A long label wraps; an amount of money never
 * does.
 */
const Row = ({
  label,
  value,
  isStrong = false,
}: {
  label: string;
  value: string;
  isStrong?: boolean;
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm">
    <dt className="text-muted">{label}</dt>
    <dd
      className={classNames(
        'max-w-40 text-right tabular-nums',
        isStrong ? 'font-bold text-base' : 'text-muted',
      )}
    >
      {value}
    </dd>
  </div>
);
