import { moneyText } from '#shared/money-text.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { WholeOffer } from '#web/features/catalogue/offer.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { amountText } from '#web/ui/format/amount-text.ts';
import { categoryLabels, pricedUnitText } from '#web/ui/format/product-texts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { BuyBox } from './buy-box.tsx';
import { FarmCard } from './farm-card.tsx';
import { LaterFarmReviews } from './later-farm-reviews.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { ProductFacts } from './product-facts.tsx';

/** Photos at one side; price, quantity and facts at the other; below, what the farmer says and whose farm it is. */
export function ProductView({ product }: { product: WholeOffer }) {
  const { name, category, description, price, pricePerKg, unit, netWeightKg, quantity, isOrganic } = product;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
      <PhotoGallery product={product} />
      <div className="grid gap-5 md:row-span-2">
        <div>
          <div className="mb-2 flex flex-wrap gap-2">
            <Badge tone="plain">{categoryLabels[category]()}</Badge>
            {isOrganic && <Badge tone="maize">{m.organicBadge()}</Badge>}
          </div>
          <h1 tabIndex={-1} className="font-extrabold text-3xl">
            {name}
          </h1>
          <p className="mt-4 leading-tight">
            <span className="font-extrabold text-3xl tabular-nums tracking-tight">{moneyText(price)}</span>{' '}
            <span className="whitespace-nowrap text-lg text-muted">/ {pricedUnitText(unit, netWeightKg)}</span>
          </p>
          {pricePerKg !== null && unit !== 'kg' && (
            <p className="mt-1 text-muted tabular-nums">{m.pricePerKg({ price: moneyText(pricePerKg) })}</p>
          )}
          <p className="mt-1 font-medium">{m.quantityAvailable({ quantity: amountText(quantity, unit) })}</p>
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
        <LaterFarmReviews farmId={product.farmId} />
      </div>
    </div>
  );
}
