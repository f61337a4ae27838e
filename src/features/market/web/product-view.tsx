import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { AddToCart, QuantityPicker } from '#orders/web/cart/add-to-cart.tsx';
import { useCartActions } from '#orders/web/cart/use-cart.ts';
import { cropPicture } from '#products/rules/crop-picture.ts';
import {
  categoryLabels,
  pricedUnitText,
  productNameText,
  quantityText,
} from '#products/rules/product-texts.ts';
import {
  FlagBadges,
  freshnessText,
  ProductPicture,
  type WholeOffer,
} from '#products/web/catalogue/offer.tsx';
import { centsOf, exactMoneyText, lineTotalCents, moneyText, shillingsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { useNear } from '#ui/browser/use-near.ts';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { buttonClass } from '#ui/elements.tsx';
import { Badge } from '#ui/feedback.tsx';
import { lazy, lazyPart } from '#ui/lazy.tsx';
import { siteUrl } from '#web/page-frame.tsx';
import { useSessionRole } from '#web/session.ts';
import { FollowButton, ShareLink } from './follow-and-share.tsx';
import type { WantedPicture } from './wanted-picture.tsx';

/** On a phone some pixels less than its screen has, so that a weak line shows the photo soon. */
const LARGE_SIZES = '(width >= 73.75rem) 37rem, (width >= 48rem) 52vw, 60vw';

const SMALL_SIZES = '6rem';

export function ProductView({ product }: { product: WholeOffer }) {
  const { id, category, crop, price, pricePerKg, unit, netWeightKg, quantity } = product;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <PhotoGallery product={product} />
      <div className="grid gap-4 sm:rounded-card sm:border sm:border-line sm:bg-card sm:p-6 sm:shadow-raised md:sticky md:top-21 md:row-span-2">
        <div>
          <span className="float-right ml-3 size-12">
            <FollowButton followed={{ kind: 'product', productId: id }} />
          </span>
          <div className="mb-2 flex flex-wrap gap-2">
            <Badge tone="plain">{categoryLabels[category]()}</Badge>
            {product.depositPercent && <Badge tone="sky">{m.preOrderBadge()}</Badge>}
            <FlagBadges product={product} />
            <LazyBelowMedian product={product} />
          </div>
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {productNameText(product)}
          </h1>
          <p className="mt-2 leading-tight">
            <span className="font-extrabold text-3xl tabular-nums tracking-tight">
              {exactMoneyText(price)}
            </span>{' '}
            <span className="whitespace-nowrap text-lg text-muted">
              / {pricedUnitText(unit, netWeightKg)}
            </span>
          </p>
          <p className="mt-1.5 text-muted tabular-nums [&>*+*]:before:content-['_·_']">
            {pricePerKg !== null && unit !== 'kg' && (
              <span>{m.pricePerKg({ price: moneyText(pricePerKg) })}</span>
            )}
            <span>{m.quantityAvailable({ quantity: quantityText(quantity, unit) })}</span>
            <span suppressHydrationWarning>
              {freshnessText({ ...product, listedOn: dayInNairobi(new Date(product.createdAt)) })}
            </span>
          </p>
        </div>
        {product.depositPercent && (
          <p className="rounded-field bg-sunk px-4 py-3 text-sm">
            {m.preOrderTerms({ percent: product.depositPercent })}
          </p>
        )}
        <LazyProductDelivery product={product} />
        <BuyBox product={product} />
        <OtherWays product={product} />
      </div>
      <LazyProductDetails product={product} />
      {crop && <OtherFarms crop={crop} productId={id} />}
    </div>
  );
}

const shareText = (product: WholeOffer) =>
  m.productShareText({
    name: productNameText(product),
    price: exactMoneyText(product.price),
    unit: pricedUnitText(product.unit, product.netWeightKg),
    farm: farmTitle(product),
    url: `${siteUrl()}/market/${product.id}`,
  });

/**
 * Products whose page was scrolled down to the other farms. Back scrolls there, so the list must
 * exist at once.
 */
const seenToTheEnd = new Set<number>();

function OtherFarms({ crop, productId }: { crop: string; productId: number }) {
  const [section, isNear] = useNear<HTMLElement>(seenToTheEnd.has(productId));
  if (isNear) seenToTheEnd.add(productId);
  return (
    <section ref={section} className="md:col-span-2">
      {isNear && <LazyCropOffers crop={crop} productId={productId} title={cropOffersTitle} />}
    </section>
  );
}

/** Rarely pressed or below the picture. The server's page contains them. */
const LazyProductDelivery = lazyPart(
  () => import('./product-details.tsx'),
  'ProductDelivery',
  <div className="h-24" />,
);

const LazyProductDetails = lazyPart(() => import('./product-details.tsx'), 'ProductDetails');

/** Not in the server's page, because these offers change independently of the product. */
const LazyCropOffers = lazy(() => import('./crop-offers.tsx'), 'CropOffers');
const cropOffersTitle = (crop: string) => m.cropOffersTitle({ crop });

/** Not in the server's page, because market prices change independently of the product. */
const LazyBelowMedian = lazy(() => import('#prices/web/below-median.tsx'), 'BelowMedian');

function PhotoGallery({ product }: { product: WholeOffer }) {
  const [index, setIndex] = useState(0);
  const { name, photos } = product;
  const photo = photos[index];
  const Wanted = useWantedPicture();
  const altOf = (at: number) => (photos.length > 0 ? m.productPhoto({ name, number: at + 1 }) : '');
  return (
    <section aria-label={m.marketPhotosLabel({ name })} className="grid gap-3">
      {/* On a phone the price and the button are on the first screen too. */}
      <div
        // Beside a narrower drawing: its plain top left corner, enlarged.
        style={
          photo
            ? undefined
            : { backgroundImage: `url(${cropPicture(product)})`, backgroundSize: '2000%' }
        }
        className="relative overflow-hidden rounded-card border border-line bg-sunk max-sm:h-45 sm:aspect-4/3"
      >
        <ProductPicture
          product={product}
          index={index}
          sizes={LARGE_SIZES}
          isFirstSeen
          isLarge
          alt={altOf(index)}
          className={photo ? '' : 'max-sm:object-contain'}
        />
        {Wanted && photo && <Wanted key={photo.id} photo={photo} alt={altOf(index)} />}
      </div>
      {photos.length > 1 && (
        <div className="grid grid-cols-5 gap-2 sm:gap-3">
          {photos.map((photo, at) => (
            <button
              key={photo.id}
              type="button"
              aria-pressed={at === index}
              onClick={() => setIndex(at)}
              className="aspect-square min-h-11 overflow-hidden rounded-field border-2 border-line aria-pressed:border-leaf"
            >
              <ProductPicture product={product} index={at} sizes={SMALL_SIZES} alt={altOf(at)} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/**
 * For devices where pictures are switched off (features/accounts/web/settings/account-rows.tsx).
 */
function useWantedPicture() {
  const [Part, setPart] = useState<typeof WantedPicture | null>(null);
  useEffect(() => {
    const show = async () => {
      if (!navigator.serviceWorker.controller || localStorage.getItem('pictures') !== 'none')
        return;
      const { WantedPicture } = await import('./wanted-picture.tsx');
      setPart(() => WantedPicture);
    };
    show().catch(() => {});
  }, []);
  return Part;
}

function BuyBox({ product }: { product: WholeOffer }) {
  const { unit, price, quantity: available } = product;
  const [quantity, setQuantity] = useState(Math.min(1, available));
  const { add } = useCartActions();
  const total = moneyText(shillingsOf(lineTotalCents(centsOf(price), quantity)));
  return (
    <div
      data-low-bar=""
      className="needs-script flex flex-wrap items-center gap-3 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:border-line max-sm:border-t max-sm:bg-card max-sm:px-4 max-sm:py-2 max-sm:[&>button]:px-2 max-sm:in-[:has([data-bottom-bar])]:bottom-16 print:hidden"
    >
      <QuantityPicker
        label={m.productQuantityLabel()}
        value={quantity}
        onChange={setQuantity}
        most={available}
        unit={unit}
      />
      <p className="ml-auto text-right leading-tight max-sm:sr-only" aria-live="polite">
        <span className="block text-muted text-sm">{quantityText(quantity, unit)}</span>
        <span className="font-bold text-lg tabular-nums">{m.quantityOfTotal({ total })}</span>
      </p>
      <AddToCart
        product={product}
        add={add}
        quantity={quantity}
        isWide
        size="medium"
        label={
          <span className="grid">
            {m.addToCart()}
            <span className="font-normal text-xs tabular-nums sm:hidden">{total}</span>
          </span>
        }
      />
    </div>
  );
}

function OtherWays({ product }: { product: WholeOffer }) {
  const { id: productId, crop, depositPercent } = product;
  const isFarmer = useSessionRole() === 'farmer';
  const entry = buttonClass({ variant: 'quiet', size: 'small' });
  return (
    <div className="flex justify-end gap-3">
      {!isFarmer && (
        <Link
          to="/messages"
          search={{ product: productId }}
          className={`${buttonClass({ variant: 'secondary', isWide: true })} needs-script`}
        >
          {m.askFarmer()}
        </Link>
      )}
      <DisclosureMenu
        button={m.farmTabMore()}
        buttonClassName={buttonClass({ variant: 'quiet' })}
        panelClassName="right-0 grid w-64 gap-1 *:justify-start max-sm:bottom-full max-sm:mb-2 sm:mt-2"
      >
        {/* An announced harvest has no price offers. */}
        {!isFarmer && !depositPercent && (
          <Link
            to="/messages"
            search={{ product: productId, offer: true }}
            className={`${entry} needs-script`}
          >
            {m.priceOfferMake()}
          </Link>
        )}
        <ShareLink text={shareText(product)} />
        {crop && (
          <Link to="/prices/$crop" params={{ crop }} className={entry}>
            {m.cropOffersPrices()}
          </Link>
        )}
      </DisclosureMenu>
    </div>
  );
}
