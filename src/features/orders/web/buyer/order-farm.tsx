import { MapPinned } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { collectionText } from '#features/orders/rules/collection-text.ts';
import { isToAnswer } from '#features/orders/rules/order-facts.ts';
import { LazyMap } from '#features/places/web/lazy-map.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { fulfilmentLabels, paymentMethodText } from '../order-texts.ts';
import { DirectionsLink, PhoneLinks } from '../phone-links.tsx';
import { farmText, type Order } from './order.ts';

const NEAR_ZOOM = 14;

/** The farm and how to reach it, and where and when the order is delivered or collected. */
export function OrderFarm({ order }: { order: Order }) {
  const {
    farmId,
    county,
    farmPhone,
    farmPlace,
    fulfilment,
    deliveryAddress,
    deliveryDate,
    paymentMethod,
  } = order;
  const name = farmText(order);
  const isDelivery = fulfilment === 'delivery';
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
          { label: m.orderFulfilment(), value: fulfilmentLabels[fulfilment]() },
          ...(isDelivery ? [{ label: m.deliveryAddressLabel(), value: deliveryAddress }] : []),
          ...(deliveryDate
            ? [{ label: m.orderDeliveryDate(), value: dateText(deliveryDate) }]
            : []),
          { label: m.orderPaymentMethod(), value: paymentMethodText(paymentMethod, fulfilment) },
        ]}
      />
      {farmPhone ? (
        <div className="print:hidden">
          <PhoneLinks
            phoneNumber={farmPhone}
            name={name}
            greeting={m.orderGreeting({ id: order.id })}
          />
        </div>
      ) : (
        isToAnswer(order.status) && <p className="text-muted text-sm">{m.orderContactLater()}</p>
      )}
      {farmPlace && <CollectionPlace place={farmPlace} />}
    </Card>
  );
}

/** In two columns on a phone too, because the values are short. */
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
            <MapPinned aria-hidden="true" className="size-4.5" />
            {m.orderShowMap()}
          </Button>
        )}
      </div>
      {isShown && <LazyMap pin={focus.centre} focus={focus} />}
    </div>
  );
}
