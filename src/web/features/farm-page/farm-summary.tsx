import { farmNameText } from '#shared/farm-texts.ts';
import { moneyText } from '#shared/money.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readBuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import { FarmFacts } from '#web/features/catalogue/farm-facts.tsx';
import type { Farm } from '#web/features/catalogue/offer.ts';
import { distanceText } from '#web/features/catalogue/offer-texts.ts';
import { useFarmRatings } from '#web/features/catalogue/use-farm-ratings.ts';
import { FarmRating } from '#web/features/offers/product-card.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useFarmOffers } from './farm-offers.tsx';

/** Who and where a farm is, what has been checked about it, and what delivery costs. */
export function FarmSummary({ farm, name }: { farm: Farm; name: string }) {
  const { farmId, farmName, farmerFirstName, ward, county, deliveryFee, minimumOrder } = farm;
  // A farm has no distance of its own; its products have it.
  const [first] = useFarmOffers(farmId, readBuyerPlace()).data?.pages[0]?.products ?? [];
  const rating = useFarmRatings(first ? [first] : []).get(farmId) ?? 0;
  return (
    <Card>
      <h1 tabIndex={-1} className="wrap-anywhere font-extrabold text-2xl">
        {name}
      </h1>
      <p className="text-muted">
        {farmNameText(farmName) && m.farmByPerson({ name: farmerFirstName })}
        {rating > 0 && <FarmRating rating={rating} />}
      </p>
      <FarmFacts
        place={ward ? m.farmWardIn({ ward, county }) : m.farmCountyIn({ county })}
        distance={distanceText(first?.distanceKm ?? null)}
        farm={farm}
      />
      <dl className="mt-4 grid gap-1 border-line border-t pt-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{m.cartDeliveryFee()}</dt>
          <dd className="ml-auto font-semibold tabular-nums">{deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree()}</dd>
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
