import { Link } from '@tanstack/react-router';
import { MapPinned } from 'lucide-react';
import { useMemo, useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { FarmLink } from '#farms/web/farm-link.tsx';
import { LazyMap } from '#places/web/lazy-map.tsx';
import { findCropWord } from '#products/rules/crop-picture.ts';
import { readCards } from '#products/rules/offer-card.ts';
import { pricedUnitText } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { fold } from '#rules/text/fold.ts';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { dateText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { DirectionsLink, PhoneLinks } from '../order-parts.tsx';
import { fulfilmentLabels, paymentMethodText } from '../order-texts.ts';
import { farmText, type Order } from './order.tsx';

const NEAR_ZOOM = 14;

export function OrderFarm({ order }: { order: Order }) {
  const { farmId, county, farmPhone, farmPlace, fulfilment, deliveryDate, paymentMethod } = order;
  const name = farmText(order);
  return (
    <Card className="grid gap-4 p-4!">
      <h2 className="font-bold text-lg">
        {farmId === null ? name : <FarmLink farmId={farmId}>{name}</FarmLink>}
        {county && county !== name && (
          <span className="font-normal text-base text-muted"> · {county}</span>
        )}
      </h2>
      <Facts
        facts={[
          ...fulfilmentFacts(order),
          ...(deliveryDate
            ? [{ label: m.orderDeliveryDate(), value: dateText(deliveryDate) }]
            : []),
          { label: m.orderColumnPayment(), value: paymentMethodText(paymentMethod, fulfilment) },
        ]}
      />
      {farmPhone && (
        <div className="print:hidden">
          <PhoneLinks
            phoneNumber={farmPhone}
            name={name}
            greeting={m.orderGreeting({ id: order.id })}
          />
        </div>
      )}
      {farmPlace && <CollectionPlace place={farmPlace} />}
    </Card>
  );
}

/** A collection at the farm has its place below, once the farm has accepted. */
function fulfilmentFacts({ fulfilment, deliveryAddress, farmPlace }: Order) {
  if (fulfilment === 'delivery')
    return [{ label: m.deliveryAddressLabel(), value: deliveryAddress }];
  if (deliveryAddress) return [{ label: m.orderCollectAt(), value: deliveryAddress }];
  if (farmPlace) return [];
  return [{ label: m.orderFulfilment(), value: fulfilmentLabels.collection() }];
}

const Facts = ({ facts }: { facts: { label: string; value: string | null }[] }) => (
  <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd className="wrap-anywhere font-semibold">{value || m.notAvailable()}</dd>
      </div>
    ))}
  </dl>
);

function CollectionPlace({ place }: { place: NonNullable<Order['farmPlace']> }) {
  const { latitude, longitude } = place;
  const [isShown, setIsShown] = useState(false);
  const focus = useMemo(
    () => ({ centre: { latitude, longitude }, zoom: NEAR_ZOOM }),
    [latitude, longitude],
  );
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{m.orderCollectAt()}</h3>
      <p>{collectionText(place)}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <DirectionsLink to={focus.centre} />
        {!isShown && (
          <Button variant="secondary" size="small" onClick={() => setIsShown(true)}>
            <MapPinned className="size-4.5" />
            {m.orderShowMap()}
          </Button>
        )}
      </div>
      {isShown && <LazyMap pin={focus.centre} focus={focus} />}
    </div>
  );
}

const SHOWN_MAX = 3;

export function OtherFarms({ order: { lines, farmId } }: { order: Order }) {
  const [{ name } = { name: '' }] = lines;
  const crop = findCropWord(name) ?? name;
  const products = trpc.market.cards.useQuery(
    { search: crop, sort: 'price' },
    { enabled: crop !== '' },
  );
  const others = (products.data ? readCards(products.data.products) : [])
    .filter((product) => product.farmId !== farmId)
    .slice(0, SHOWN_MAX);
  if (others.length === 0) return null;
  return (
    <Card className="print:hidden">
      <h2 className="mb-1 font-bold text-xl">{m.otherFarmsTitle({ name: crop })}</h2>
      <ul className="divide-y divide-line">
        {others.map((product) => (
          <li key={product.id}>
            <Link
              to="/market/$productId"
              params={{ productId: product.id }}
              className="flex min-h-14 items-center justify-between gap-4 py-2 text-ink no-underline hover:text-leaf"
            >
              <span className="min-w-0">
                <span className="block truncate font-semibold">{product.name}</span>
                <span className="block truncate text-muted text-sm">{farmTitle(product)}</span>
              </span>
              <span className="shrink-0 text-right font-bold tabular-nums">
                {moneyText(product.price)}
                <span className="block font-normal text-muted text-sm">
                  / {pricedUnitText(product.unit, product.netWeightKg)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/market"
        search={{ search: crop }}
        className="link inline-flex min-h-11 items-center"
      >
        {m.otherFarmsAll()}
      </Link>
    </Card>
  );
}

type Place = { subcounty: string | null; addressDescription: string | null };

/** An address found on the map already names its sub-county. */
export function collectionText({ addressDescription, subcounty }: Place): string {
  const parts = addressDescription?.split(',').map((part) => fold(part)) ?? [];
  const isNamed = !subcounty || parts.includes(fold(subcounty));
  return [addressDescription, isNamed ? null : subcounty].filter(Boolean).join(', ');
}
