import { Link } from '@tanstack/react-router';
import { Store, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { FarmLink } from '#farms/web/farm-link.tsx';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { setBuyerPlace, useBuyerPlace } from '#products/web/catalogue/buyer-place.ts';
import { deliveryTermsText, reachTexts, type WholeOffer } from '#products/web/catalogue/offer.ts';
import { useFarmReviews } from '#products/web/catalogue/use-farm-reviews.ts';
import { m } from '#text';
import { FarmRating } from '../offers/product-card.tsx';

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

function Fact({ icon: Icon, children }: { icon: typeof Truck; children: ReactNode }) {
  return (
    <li className="flex gap-3 leading-snug">
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0 text-leaf" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}

/** Asks for the buyer's place if it is unknown. */
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

const LazyPlaceDialog = lazy(
  () => import('../list/place-dialog.tsx').then(({ PlaceDialog }) => PlaceDialog),
  null,
);

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
