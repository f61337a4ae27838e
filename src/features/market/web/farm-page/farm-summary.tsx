import { farmNameText } from '#features/farms/rules/farm-texts.ts';
import { FollowButton } from '#features/follows/web/follow-button.tsx';
import { useBuyerPlace } from '#features/products/web/catalogue/buyer-place.ts';
import { FarmFacts } from '#features/products/web/catalogue/farm-facts.tsx';
import type { Farm } from '#features/products/web/catalogue/offer.ts';
import { reachText } from '#features/products/web/catalogue/offer-texts.ts';
import { useFarmReviews } from '#features/products/web/catalogue/use-farm-reviews.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FarmRating } from '../offers/product-card.tsx';
import { useFarmOffers } from './farm-offers.tsx';

type FarmSummaryProps = { farm: Farm; name: string; after: string | undefined };

/** A farm's name and place, its checks, and the delivery fee. */
export function FarmSummary({ farm, name, after }: FarmSummaryProps) {
  const { farmId, farmName, farmerFirstName, ward, county, deliveryFee, minimumOrder } = farm;
  // The server sends the distance, and whether the farm delivers, with each product.
  const [first] = useFarmOffers({ farmId, after, place: useBuyerPlace() }).data?.[0] ?? [];
  const reach = first ? reachText(first) : null;
  const rating = useFarmReviews(farmId).data?.pages[0]?.rating ?? 0;
  return (
    <Card>
      <h1 tabIndex={-1} className="wrap-anywhere font-extrabold text-2xl">
        {name}
      </h1>
      {/* One line, whether or not there is a distance, which comes later and must not push the
          rest down. */}
      <p className="min-h-6.5 text-muted [&>*+*]:before:content-['_·_']">
        {farmNameText(farmName) && <span>{m.farmByPerson({ name: farmerFirstName })}</span>}
        {rating > 0 && <FarmRating rating={rating} />}
        {reach && <span>{reach}</span>}
      </p>
      <div className="mt-2 min-h-12">
        <FollowButton followed={{ kind: 'farm', farmId }} />
      </div>
      <FarmFacts
        place={ward ? m.farmWardIn({ ward, county }) : m.farmCountyIn({ county })}
        distance={null}
        farm={farm}
      />
      <dl className="mt-4 grid gap-1 border-line border-t pt-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{m.cartDeliveryFee()}</dt>
          <dd className="ml-auto font-semibold tabular-nums">
            {deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree()}
          </dd>
        </div>
        {minimumOrder > 0 && (
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-muted">{m.minimumOrderLabel()}</dt>
            <dd className="ml-auto font-semibold tabular-nums">{moneyText(minimumOrder)}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
