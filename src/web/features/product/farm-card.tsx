import { BadgeCheck, Camera, Footprints, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { farmNameText } from '#shared/farm-texts.ts';
import { m } from '#shared/text/compiled/messages.js';
import type { WholeOffer } from '#web/features/catalogue/offer.ts';
import { distanceText, isPhotographedOnFarm } from '#web/features/catalogue/offer-texts.ts';
import { accuracyText } from '#web/ui/format/accuracy-text.ts';
import { dateText } from '#web/ui/format/date-text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { CountyMap } from './county-map.tsx';

/** Who the farmer is, and what has been checked about the farm and how. Shows neither the phone number nor the exact place. */
export function FarmCard({ product }: { product: WholeOffer }) {
  const { farmName, farmerFirstName, county, distanceKm, farmAccuracyMetres, farmVisitedAt } = product;
  const name = farmNameText(farmName);
  return (
    <Card>
      <h2 className="text-muted text-sm">{m.farmCardTitle()}</h2>
      <p className="font-bold text-xl">{name ?? m.farmByPerson({ name: farmerFirstName })}</p>
      {name && <p className="text-muted">{m.farmByPerson({ name: farmerFirstName })}</p>}
      <ul className="mt-4 grid gap-4">
        <Fact icon={<MapPin aria-hidden="true" className="size-5" />} title={county} text={distanceText(distanceKm)} />
        {farmVisitedAt && (
          <Fact
            icon={<Footprints aria-hidden="true" className="size-5" />}
            title={m.visitedBadge()}
            text={m.visitedOnMeaning({ date: dateText(farmVisitedAt) })}
          />
        )}
        {farmAccuracyMetres !== null && (
          <Fact
            icon={<BadgeCheck aria-hidden="true" className="size-5" />}
            title={m.verifiedFarmBadge()}
            text={m.verifiedPositionMeaning({ metres: farmAccuracyMetres, accuracy: accuracyText(farmAccuracyMetres) })}
          />
        )}
        {isPhotographedOnFarm(product) && (
          <Fact
            icon={<Camera aria-hidden="true" className="size-5" />}
            title={m.photographedBadge()}
            text={m.photographedMeaning()}
          />
        )}
      </ul>
      <CountyMap county={county} />
    </Card>
  );
}

function Fact({ icon, title, text }: { icon: ReactNode; title: string; text: string | null }) {
  return (
    <li className="flex gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">{icon}</span>
      <span className="min-w-0 self-center">
        <span className="block font-semibold leading-snug">{title}</span>
        {text && <span className="block text-muted text-sm">{text}</span>}
      </span>
    </li>
  );
}
