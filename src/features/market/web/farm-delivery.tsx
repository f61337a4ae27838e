import { MapPin, MapPinned, Sprout } from 'lucide-react';
import { useState } from 'react';
import { farmTypeLabels } from '#farms/rules/farm-texts.ts';
import { LazyMap } from '#places/web/lazy-map.tsx';
import { FarmFact, FarmFacts } from '#products/web/catalogue/farm-facts.tsx';
import type { Farm } from '#products/web/catalogue/offer.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { metresText } from '#ui/format.ts';

export function FarmDelivery({ farm }: { farm: Farm }) {
  const { coverageRadiusMetres, deliveryFee, minimumOrder } = farm;
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.fulfilmentDelivery()}</h2>
      <p className="mt-2 font-semibold">
        {m.farmDeliversWithin({ distance: metresText(coverageRadiusMetres).replace('.0', '') })}
      </p>
      <dl className="mt-3 grid gap-1 border-line border-t pt-3">
        <Amount label={m.cartDeliveryFee()}>
          {deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree()}
        </Amount>
        {minimumOrder > 0 && (
          <Amount label={m.minimumOrderLabel()}>{moneyText(minimumOrder)}</Amount>
        )}
      </dl>
      <DeliveryMap farm={farm} />
    </Card>
  );
}

const Amount = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="ml-auto font-semibold tabular-nums">{children}</dd>
  </div>
);

/** Shows some of the surroundings of a small circle. */
const AREA_ZOOM = 11;

function DeliveryMap({ farm: { position, coverageRadiusMetres } }: { farm: Farm }) {
  const [isShown, setIsShown] = useState(false);
  const [focus] = useState({
    centre: position,
    zoom: AREA_ZOOM,
    radiusMetres: coverageRadiusMetres,
  });
  if (!isShown) {
    return (
      <Button
        variant="quiet"
        size="small"
        className="needs-script mt-3"
        onClick={() => setIsShown(true)}
      >
        <MapPinned className="size-4.5" />
        {m.farmDeliveryMap()}
      </Button>
    );
  }
  return (
    <div className="mt-4 grid gap-2">
      <LazyMap pin={position} coverageRadiusMetres={coverageRadiusMetres} focus={focus} />
      <p className="text-muted text-sm">{m.farmMapApproximate()}</p>
    </div>
  );
}

export function FarmAbout({ farm }: { farm: Farm }) {
  const { about, ward, county, farmType } = farm;
  return (
    <Card className="pt-4!">
      {about && (
        <figure className="mt-1">
          <figcaption className="text-muted text-sm">{m.farmWordsTitle()}</figcaption>
          <blockquote className="wrap-anywhere mt-1 whitespace-pre-line border-maize border-l-4 pl-3.5 font-medium">
            {about}
          </blockquote>
        </figure>
      )}
      <FarmFacts
        place={ward ? m.farmWardIn({ ward, county }) : m.farmCountyIn({ county })}
        farm={farm}
      >
        {farm.isPositionProvisional && (
          <FarmFact
            icon={<MapPin className="size-5" />}
            title={m.provisionalPosition()}
            text={m.provisionalMeaning()}
          />
        )}
        <FarmFact
          icon={<Sprout className="size-5" />}
          title={m.farmGrows()}
          text={farmTypeText(farmType)}
        />
      </FarmFacts>
    </Card>
  );
}

/** A newer server may know more types. */
const farmTypeText = (type: string) =>
  (farmTypeLabels as Record<string, (() => string) | undefined>)[type]?.() ?? type;
