import { Camera } from 'lucide-react';
import { farmNameText } from '#features/farms/rules/farm-texts.ts';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { FarmFact, FarmFacts } from '#features/products/web/catalogue/farm-facts.tsx';
import type { WholeOffer } from '#features/products/web/catalogue/offer.ts';
import { reachText } from '#features/products/web/catalogue/offer-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CountyMap } from './county-map.tsx';

/**
 * The farmer's name, and the checks that the farm has passed. Shows neither the phone number nor
 * the exact place.
 */
export function FarmCard({ product }: { product: WholeOffer }) {
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
      <FarmFacts place={county} distance={reachText(product)} farm={product}>
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
