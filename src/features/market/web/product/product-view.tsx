import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FollowButton } from '#features/follows/web/follow-button.tsx';
import { AddToCart } from '#features/orders/web/cart/add-to-cart.tsx';
import { QuantityPicker } from '#features/orders/web/cart/quantity-picker.tsx';
import { useCartActions } from '#features/orders/web/cart/use-cart-actions.ts';
import type { WholeOffer } from '#features/products/web/catalogue/offer.ts';
import {
  categoryLabels,
  pricedUnitText,
  productNameText,
  quantityText,
} from '#features/products/web/product-texts.ts';
import { centsOf, lineTotalCents, moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useSessionRole } from '#platform/web/session/session.ts';
import { lazy, lazyPart } from '#platform/web/ui/browser/lazy.tsx';
import { useNear } from '#platform/web/ui/browser/use-near.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FarmCard } from './farm-card.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProductFacts } from './product-facts.tsx';

/**
 * Photos on one side; price, quantity and details on the other; the description and the farm below.
 */
export function ProductView({ product }: { product: WholeOffer }) {
  const {
    id,
    category,
    crop,
    description,
    price,
    pricePerKg,
    unit,
    netWeightKg,
    quantity,
    isOrganic,
  } = product;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <PhotoGallery product={product} />
      <div className="grid gap-5 md:row-span-2">
        <div>
          <span className="float-right ml-3 size-12">
            <FollowButton followed={{ kind: 'product', productId: id }} />
          </span>
          <div className="mb-2 flex flex-wrap gap-2">
            <Badge tone="plain">{categoryLabels[category]()}</Badge>
            {isOrganic && <Badge tone="maize">{m.organicBadge()}</Badge>}
            <LazyBelowMedian product={product} />
          </div>
          <h1 tabIndex={-1} className="font-extrabold text-3xl">
            {productNameText(product)}
          </h1>
          <p className="mt-4 leading-tight">
            <span className="font-extrabold text-3xl tabular-nums tracking-tight">
              {moneyText(price)}
            </span>{' '}
            <span className="whitespace-nowrap text-lg text-muted">
              / {pricedUnitText(unit, netWeightKg)}
            </span>
          </p>
          {pricePerKg !== null && unit !== 'kg' && (
            <p className="mt-1 text-muted tabular-nums">
              {m.pricePerKg({ price: moneyText(pricePerKg) })}
            </p>
          )}
          {crop && (
            <Link
              to="/prices/$crop"
              params={{ crop }}
              className="link inline-flex min-h-11 items-center"
            >
              {m.cropOffersPrices()}
            </Link>
          )}
          <p className="mt-1 font-medium">
            {m.quantityAvailable({ quantity: quantityText(quantity, unit) })}
          </p>
        </div>
        <BuyBox product={product} />
        <ProductFacts product={product} />
      </div>
      <div className="grid gap-6">
        {description && (
          <Card>
            <h2 className="mb-2 font-bold text-xl">{m.productDescriptionTitle()}</h2>
            <p className="whitespace-pre-line">{description}</p>
          </Card>
        )}
        <FarmCard product={product} />
        <LazyFarmReviews farmId={product.farmId} />
      </div>
      {crop && <OtherFarms crop={crop} productId={id} />}
    </div>
  );
}

/**
 * Products whose page was scrolled down to the other farms. Back scrolls there, so the list must
 * exist at once.
 */
const seenToTheEnd = new Set<number>();

/**
 * The same crop from other farms. It is at the bottom, so it is fetched only on scrolling there.
 */
function OtherFarms({ crop, productId }: { crop: string; productId: number }) {
  const [section, isNear] = useNear<HTMLElement>(seenToTheEnd.has(productId));
  if (isNear) seenToTheEnd.add(productId);
  return (
    <section ref={section} className="md:col-span-2">
      {isNear && <LazyCropOffers crop={crop} productId={productId} title={cropOffersTitle} />}
    </section>
  );
}

/** At the bottom of the page, so its code is loaded last. The server's page contains it. */
const LazyFarmReviews = lazyPart(
  () =>
    import('#features/products/web/catalogue/farm-reviews.tsx').then(
      ({ FarmReviews }) => FarmReviews,
    ),
  null,
);

/** Not in the server's page, because other farms' offers change independently of the product. */
const LazyCropOffers = lazy(
  () => import('../crop/crop-offers.tsx').then(({ CropOffers }) => CropOffers),
  null,
);
const cropOffersTitle = (crop: string) => m.cropOffersTitle({ crop });

/** Not in the server's page, because market prices change independently of the product. */
const LazyBelowMedian = lazy(
  () => import('#features/prices/web/below-median.tsx').then(({ BelowMedian }) => BelowMedian),
  null,
);

/** The quantity, the resulting price, and the button that adds it to the cart. */
function BuyBox({ product }: { product: WholeOffer }) {
  const { id, unit, price, quantity: available } = product;
  const [quantity, setQuantity] = useState(Math.min(1, available));
  const { add } = useCartActions();
  return (
    <div className="needs-script grid gap-4 rounded-card border border-line bg-card p-4 shadow-raised sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <QuantityPicker
          label={m.quantityPickerLabel()}
          value={quantity}
          onChange={setQuantity}
          most={available}
          unit={unit}
        />
        <p className="ml-auto text-right" aria-live="polite">
          <span className="block text-muted text-sm">{quantityText(quantity, unit)}</span>
          <span className="font-bold text-lg tabular-nums">
            {m.quantityOfTotal({
              total: moneyText(shillingsOf(lineTotalCents(centsOf(price), quantity))),
            })}
          </span>
        </p>
      </div>
      <AddToCart product={product} add={add} quantity={quantity} isWide size="large" />
      {/* A visitor logs in first and then returns here. */}
      {useSessionRole() !== 'farmer' && (
        <div className="grid grid-cols-2 gap-3">
          <Link
            to="/messages"
            search={{ product: id }}
            className={buttonClass({ variant: 'secondary', isWide: true })}
          >
            {m.askFarmer()}
          </Link>
          <Link
            to="/messages"
            search={{ product: id, offer: true }}
            className={buttonClass({ variant: 'secondary', isWide: true })}
          >
            {m.priceOfferMake()}
          </Link>
        </div>
      )}
    </div>
  );
}
