import { Link } from '@tanstack/react-router';
import { Camera, Store, Truck } from 'lucide-react';
import { useState } from 'react';
import { farmNameText, farmTitle } from '#farms/rules/farm-texts.ts';
import { FarmLink } from '#farms/web/farm-link.tsx';
import { FarmFact, FarmFacts, useFarmReviews } from '#products/web/catalogue/farm-facts.tsx';
import { FarmReviews } from '#products/web/catalogue/farm-reviews.tsx';
import {
  daysAgoText,
  deliveryTermsText,
  preOrderText,
  reachTexts,
  type WholeOffer,
} from '#products/web/catalogue/offer.tsx';
import { setBuyerPlace, useBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { Card } from '#ui/elements.tsx';
import { dateText } from '#ui/format.ts';
import { lazy } from '#ui/lazy.tsx';
import { FarmRating } from './product-card.tsx';

export function ProductDelivery({ product }: { product: WholeOffer }) {
  const { farmId, farmName, county } = product;
  const rating = useFarmReviews(farmId).data?.pages[0]?.rating ?? 0;
  return (
    <ul className="grid gap-2.5 border-line border-y py-3.5">
      <Fact icon={Store}>
        <FarmLink farmId={farmId}>{farmTitle({ farmName, county })}</FarmLink>
        {` · ${county}`}
        {rating > 0 && (
          <>
            {' · '}
            <FarmRating rating={rating} />
          </>
        )}
      </Fact>
      <Fact icon={Truck}>
        {/* Room for two lines: the server does not know the place, and nothing moves with it. */}
        <div className="min-h-11">
          <Reach product={product} />
        </div>
      </Fact>
    </ul>
  );
}

function Fact({ icon: Icon, children }: { icon: typeof Truck; children: React.ReactNode }) {
  return (
    <li className="flex gap-3 leading-snug">
      <Icon className="mt-px size-5 shrink-0 text-leaf" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}

function Reach({ product }: { product: WholeOffer }) {
  const reach = reachTexts(product);
  const terms = <span className="whitespace-nowrap">{deliveryTermsText(product)}</span>;
  if (!reach)
    return (
      <>
        {m.fulfilmentDelivery()} {terms} <AskPlace />
      </>
    );
  const { distance } = reach;
  if (product.deliversToMe)
    return (
      <>
        <strong className="text-leaf">{m.deliversToYou({ distance })}</strong> · {terms}
      </>
    );
  return (
    <>
      <strong className="block">{m.deliversToYouNot({ distance })}</strong>
      <Link
        to="/market"
        search={{ search: product.swahiliName ?? product.name, deliversToMe: true }}
        className="link"
      >
        {m.deliversToYouOthers()}
      </Link>
    </>
  );
}

const LazyPlaceDialog = lazy(() => import('./list/place-dialog.tsx'), 'PlaceDialog');

function AskPlace() {
  const place = useBuyerPlace();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="link needs-script block" onClick={() => setIsAsking(true)}>
        {m.placeSet()}
      </button>
      {isAsking && (
        <LazyPlaceDialog
          market={{
            place,
            cancelPlace: () => setIsAsking(false),
            choosePlace: setBuyerPlace,
            forgetPlace: () => setBuyerPlace(null),
          }}
        />
      )}
    </>
  );
}

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
      <FarmReviews farmId={product.farmId} />
    </div>
  );
}

/** The product's head says the first known of harvest, check and listing. */
function ProductFacts({ product }: { product: WholeOffer }) {
  const { harvestDate, expiryDate, createdAt, confirmedOn, depositPercent } = product;
  const facts: [label: string, value: string | null][] = [
    [
      m.factHarvest(),
      harvestDate && (depositPercent ? preOrderText(harvestDate) : dateText(harvestDate)),
    ],
    [m.factExpiry(), expiryDate && dateText(expiryDate)],
    [
      m.factListed(),
      harvestDate || confirmedOn ? daysAgoText(dayInNairobi(new Date(createdAt))) : null,
    ],
    [m.factChecked(), harvestDate && confirmedOn && daysAgoText(confirmedOn)],
  ];
  if (facts.every(([, value]) => !value)) return null;
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

function FarmCard({ product }: { product: WholeOffer }) {
  const { farmName, farmerFirstName, county, isPhotographedOnFarm, photos } = product;
  const takenOn = photos[0]?.takenOn;
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.farmCardTitle()}</h2>
      {farmNameText(farmName) && (
        <p className="text-muted">{m.farmByPerson({ name: farmerFirstName })}</p>
      )}
      <FarmFacts place={county} farm={product}>
        {/* Without photos, the check of where they were taken means nothing. */}
        {isPhotographedOnFarm && photos.length > 0 && (
          <FarmFact
            icon={<Camera className="size-5" />}
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
    </Card>
  );
}
