import { MapPinned } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { collectionText } from '#features/orders/rules/collection-text.ts';
import { LazyMap } from '#features/places/web/lazy-map.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ProfileList } from '#platform/web/ui/layout/profile-list.tsx';
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
    <Card className="grid gap-4">
      <h2 className="font-bold text-xl">
        {farmId === null ? name : <FarmLink farmId={farmId}>{name}</FarmLink>}
      </h2>
      <ProfileList
        entries={[
          { label: m.factCounty(), value: county },
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
        order.status === 'pending' && <p className="text-muted text-sm">{m.orderContactLater()}</p>
      )}
      {farmPlace && <CollectionPlace place={farmPlace} />}
    </Card>
  );
}

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
