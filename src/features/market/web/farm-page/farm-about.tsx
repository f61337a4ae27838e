import { MapPin, Sprout } from 'lucide-react';
import { farmTypeLabels } from '#farms/web/option-labels.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FarmFact, FarmFacts } from '#products/web/catalogue/farm-facts.tsx';
import type { Farm } from '#products/web/catalogue/offer.ts';
import { m } from '#text';

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
        distance={null}
        farm={farm}
      >
        {farm.isPositionProvisional && (
          <FarmFact
            icon={<MapPin aria-hidden="true" className="size-5" />}
            title={m.provisionalPosition()}
            text={m.provisionalMeaning()}
          />
        )}
        <FarmFact
          icon={<Sprout aria-hidden="true" className="size-5" />}
          title={m.farmGrows()}
          text={farmTypeText(farmType)}
        />
      </FarmFacts>
    </Card>
  );
}

/** A newer server may know more types. */
const farmTypeText = (type: string): string =>
  (farmTypeLabels as Record<string, (() => string) | undefined>)[type]?.() ?? type;
