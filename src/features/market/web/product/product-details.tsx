import { Camera, MapPinned } from 'lucide-react';
import { useState } from 'react';
import { farmNameText } from '#farms/rules/farm-texts.ts';
import { FarmLink } from '#farms/web/farm-link.tsx';
import { LazyMap } from '#places/web/lazy-map.tsx';
import { dayInNairobi } from '#platform/rules/day.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FarmFact, FarmFacts } from '#products/web/catalogue/farm-facts.tsx';
import { daysAgoText, preOrderText, type WholeOffer } from '#products/web/catalogue/offer.ts';
import { m } from '#text';

const COUNTY_ZOOM = 9;

export function ProductDetails({ product }: { product: WholeOffer }) {
  const { description } = product;
  return (
    <div className="grid gap-6">
      {description && (
        <Card>
          <h2 className="mb-2 font-bold text-xl">{m.productDescriptionTitle()}</h2>
          <p className="whitespace-pre-line">{description}</p>
        </Card>
      )}
      <ProductFacts product={product} />
      <FarmCard product={product} />
    </div>
  );
}

function ProductFacts({ product }: { product: WholeOffer }) {
  const { harvestDate, expiryDate, createdAt, confirmedOn, depositPercent } = product;
  const facts: [label: string, value: string | null][] = [
    [
      m.factHarvest(),
      harvestDate && (depositPercent ? preOrderText(harvestDate) : dateText(harvestDate)),
    ],
    [m.factExpiry(), expiryDate && dateText(expiryDate)],
    [m.factListed(), daysAgoText(dayInNairobi(new Date(createdAt)))],
    [m.factChecked(), confirmedOn && daysAgoText(confirmedOn)],
  ];
  return (
    <Card>
      <h2 className="mb-2 font-bold text-xl">{m.orderDetails()}</h2>
      <dl className="divide-y divide-line">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex items-baseline justify-between gap-6 py-2.5">
                <dt className="text-muted">{label}</dt>
                <dd className="text-right font-semibold tabular-nums">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

/** Shows neither the phone number nor the exact place. */
function FarmCard({ product }: { product: WholeOffer }) {
  const { farmId, farmName, farmerFirstName, county, isPhotographedOnFarm, photos } = product;
  const name = farmNameText(farmName);
  const takenOn = photos[0]?.takenOn;
  return (
    <Card>
      <h2 className="text-muted text-sm">{m.farmCardTitle()}</h2>
      <p className="font-bold text-xl">
        <FarmLink farmId={farmId}>{name ?? m.farmByPerson({ name: farmerFirstName })}</FarmLink>
      </p>
      {name && <p className="text-muted">{m.farmByPerson({ name: farmerFirstName })}</p>}
      <FarmFacts place={county} farm={product}>
        {/* Without photos, the check of where they were taken means nothing. */}
        {isPhotographedOnFarm && photos.length > 0 && (
          <FarmFact
            icon={<Camera aria-hidden="true" className="size-5" />}
            title={m.photographedBadge()}
            text={[
              m.photographedMeaning(),
              takenOn && m.photographedOn({ date: dateText(takenOn) }),
            ]
              .filter(Boolean)
              .join(' ')}
          />
        )}
      </FarmFacts>
      <CountyMap county={county} />
    </Card>
  );
}

/** Shows no more than where the county is. The map's data loads on request. */
function CountyMap({ county }: { county: string }) {
  const [isShown, setIsShown] = useState(false);
  const found = trpc.places.search.useQuery(
    { query: county },
    { enabled: isShown, staleTime: Number.POSITIVE_INFINITY, retry: retryUnlessRefused },
  );
  if (!isShown) {
    return (
      <Button
        variant="quiet"
        size="small"
        className="needs-script mt-3"
        onClick={() => setIsShown(true)}
      >
        <MapPinned aria-hidden="true" className="size-4.5" />
        {m.farmCountyMap({ county })}
      </Button>
    );
  }
  const places = found.data?.places ?? [];
  const place = places.find(({ type }) => type === 'county') ?? places[0];
  const centre = place && { latitude: Number(place.lat), longitude: Number(place.lon) };
  return (
    <div className="mt-5">
      {found.isPending ? (
        <Skeleton className="h-[400px]" />
      ) : (
        <LazyMap pin={null} focus={centre ? { centre, zoom: COUNTY_ZOOM } : null} />
      )}
    </div>
  );
}
