import { Link } from '@tanstack/react-router';
import { BadgeCheck, Trash2 } from 'lucide-react';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import { pricedUnitText, productNameText, quantityText } from '#products/rules/product-texts.ts';
import { ProductPicture, preOrderText, reachText } from '#products/web/catalogue/offer.tsx';
import { figureText, moneyText, unbroken } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, buttonClass, classNames } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { QuantityPicker } from './add-to-cart.tsx';
import type { CartFarmView, CartLineView } from './visitor-cart.tsx';

type CartFarmProps = {
  farm: CartFarmView;
  reach?: { delivers: boolean | null; distanceKm: number | null } | undefined;
  onSet: (line: CartLineView, quantity: number) => void;
};

export function CartFarm({ farm, reach, onSet }: CartFarmProps) {
  const { farmName, county, isFarmVerified } = farm;
  const title = farmTitle(farm);
  const delivers = reach?.delivers && reachText({ ...reach, deliversToMe: true });
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-card">
      <h2 className="border-line border-b bg-sunk px-4 py-3 font-bold sm:px-5">
        {title}
        {farmNameText(farmName) && <span className="font-normal text-muted"> · {county}</span>}
        {isFarmVerified && (
          <>
            <BadgeCheck className="-mt-0.5 ml-1.5 inline size-5 text-leaf" />
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
      <FarmFoot farm={farm} reach={reach} />
    </section>
  );
}

function FarmFoot({ farm, reach }: Pick<CartFarmProps, 'farm' | 'reach'>) {
  const { subtotal, deliveryFee, minimumOrder, deposit } = farm;
  const isTooFar = reach?.delivers === false;
  const isMissing = farm.isBelowMinimum && !isTooFar;
  const missing = { missing: moneyText(minimumOrder - subtotal), farm: farmTitle(farm) };
  const distance = m.distanceShort({ kilometres: figureText(reach?.distanceKm ?? 0) });
  const delivery = () => {
    if (isMissing) return m.cartToDelivery(missing);
    if (isTooFar) return m.cartNoDelivery({ distance });
    if (deliveryFee > 0) return m.cartDeliveryCosts({ fee: moneyText(deliveryFee) });
    return m.cartDeliveryFree();
  };
  return (
    <div className="grid gap-1.5 border-line border-t px-4 py-3 sm:px-5">
      <p className="flex items-baseline justify-between gap-x-3">
        <span
          role={isMissing ? 'status' : undefined}
          className={classNames(
            'min-w-0 text-sm',
            isMissing ? 'font-semibold text-on-maize-soft' : 'text-muted',
          )}
        >
          {delivery()}
        </span>
        {/* The sum of a single product is in its row. */}
        {farm.lines.length > 1 && (
          <span className="whitespace-nowrap font-bold tabular-nums">{moneyText(subtotal)}</span>
        )}
      </p>
      {isMissing && (
        <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
          <span
            className="block h-full bg-maize"
            style={{ width: `${(subtotal / minimumOrder) * 100}%` }}
          />
        </span>
      )}
      {deposit > 0 && (
        <p className="flex items-baseline justify-between gap-x-3 text-muted text-sm">
          <span>{m.depositNow()}</span>
          <span className="whitespace-nowrap tabular-nums">{moneyText(deposit)}</span>
        </p>
      )}
    </div>
  );
}

/** Few carts have such a line. */
const LazyAgreedTerms = lazy(
  () => import('./agreed-terms.tsx'),
  'AgreedTerms',
  <span className="block min-h-12 sm:min-h-25" />,
);

type CartLineRowProps = { line: CartLineView; onSet: (quantity: number) => void };

export function CartLineRow({ line, onSet }: CartLineRowProps) {
  const { productId, name, unit, price, quantity, total, available, problem, photo } = line;
  const isGone = problem === 'gone';
  const hasTotal = !isGone && quantity !== 1;
  const product = { name, category: line.category, crop: line.crop, photos: photo ? [photo] : [] };
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:px-5">
      <div className="aspect-4/3 overflow-hidden rounded-field bg-sunk">
        <ProductPicture
          product={product}
          sizes="6.5rem"
          className={isGone ? 'opacity-60 grayscale' : ''}
        />
      </div>
      <div className="min-w-0">
        <h3 className="font-bold leading-snug">
          <Link
            to="/market/$productId"
            params={{ productId }}
            className="-my-3 inline-block py-3 wrap-anywhere text-ink no-underline hover:text-leaf"
          >
            {productNameText(line)}
          </Link>
        </h3>
        <p className="text-muted text-sm tabular-nums">
          {moneyText(price)}{' '}
          <span className="whitespace-nowrap">/ {pricedUnitText(unit, line.netWeightKg)}</span>
        </p>
        {hasTotal && <p className="mt-1 font-bold tabular-nums sm:hidden">{moneyText(total)}</p>}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3 sm:col-span-1 sm:flex-col sm:items-end">
        {hasTotal && <p className="font-bold tabular-nums max-sm:hidden">{moneyText(total)}</p>}
        {line.offerId !== null ? (
          <LazyAgreedTerms line={line} />
        ) : (
          <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
            {isGone ? (
              <span className="text-muted">{quantityText(quantity, unit)}</span>
            ) : (
              <QuantityPicker
                label={m.cartQuantityOf({ name })}
                value={quantity}
                most={available}
                unit={unit}
                onChange={onSet}
              />
            )}
            <button
              type="button"
              aria-label={m.cartRemoveNamed({ name })}
              onClick={() => onSet(0)}
              className={buttonClass({ variant: 'quiet', size: 'icon' })}
            >
              <Trash2 className="size-5" />
            </button>
          </div>
        )}
      </div>
      {line.offerId === null && (
        <CartLineProblem line={line} onSet={onSet} className="col-span-full" />
      )}
    </li>
  );
}

export const CART_PROBLEM = '[data-cart-problem] button';

type CartLineProblemProps = {
  line: CartLineView;
  onSet: (quantity: number) => void;
  className?: string;
};

export function CartLineProblem({ line, onSet, className = '' }: CartLineProblemProps) {
  const { problem, name, unit, netWeightKg, price, quantity, available } = line;
  if (problem === null) return null;
  const newPrice = pricedText(price, unit, netWeightKg);
  const { text, label, settled } = {
    gone: { text: m.cartLineGone(), label: m.cartRemove(), settled: 0 },
    ownFarm: { text: m.cartOwnFarm(), label: m.cartRemove(), settled: 0 },
    notEnough: {
      text: m.cartTooMuch({ available: quantityText(available, unit) }),
      label: m.cartTakeLeft({ available: quantityText(available, unit) }),
      settled: available,
    },
    priceChanged: {
      text: m.cartPriceChanged({
        oldPrice: pricedText(line.acceptedPrice, line.acceptedUnit, line.acceptedNetWeightKg),
        newPrice,
      }),
      label: m.cartAcceptPrice({ price: newPrice }),
      settled: quantity,
    },
  }[problem];
  return (
    <div
      role="status"
      data-cart-problem
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-soil-soft px-4 py-2.5 text-on-soil-soft ${className}`}
    >
      <p className="min-w-0 font-medium">{text}</p>
      <Button variant="secondary" size="small" onClick={() => onSet(settled)}>
        {label}
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  );
}

/**
 * "KES 3,600.00 / 90 kg bag", with the unit, so that a changed unit is noticed. Breaks only at the
 * slash.
 */
export const pricedText = (price: number, ...packing: Parameters<typeof pricedUnitText>) =>
  m.priceWithUnit({
    price: unbroken(moneyText(price)),
    unit: unbroken(pricedUnitText(...packing)),
  });
