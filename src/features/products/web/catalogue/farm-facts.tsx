import { BadgeCheck, Footprints, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { accuracyText } from '#platform/web/ui/format/metres-text.ts';
import { m } from '#text';

type FarmFactsProps = {
  place: string;
  farm: {
    farmVisitedAt: string | null;
    /** Undefined where visitors are not named, and in answers cached earlier. */
    farmVisitedBy?: string | null;
    farmAccuracyMetres: number | null;
  };
  children?: ReactNode;
};

export function FarmFacts({
  place,
  farm: { farmVisitedAt, farmVisitedBy, farmAccuracyMetres },
  children,
}: FarmFactsProps) {
  return (
    <ul className="mt-4 grid gap-4">
      <FarmFact icon={<MapPin aria-hidden="true" className="size-5" />} title={place} text={null} />
      {farmVisitedAt && (
        <FarmFact
          icon={<Footprints aria-hidden="true" className="size-5" />}
          title={m.visitedBadge()}
          text={visitText(dateText(farmVisitedAt), farmVisitedBy)}
        />
      )}
      {farmAccuracyMetres !== null && (
        <FarmFact
          icon={<BadgeCheck aria-hidden="true" className="size-5" />}
          title={m.verifiedFarmBadge()}
          text={m.verifiedMeaning({
            metres: farmAccuracyMetres,
            accuracy: accuracyText(farmAccuracyMetres),
          })}
        />
      )}
      {children}
    </ul>
  );
}

const visitText = (date: string, name: string | null | undefined) =>
  name ? m.visitedByMeaning({ name, date }) : m.visitedOnMeaning({ date });

export function FarmFact({
  icon,
  title,
  text,
}: {
  icon: ReactNode;
  title: string;
  text: string | null;
}) {
  return (
    <li className="flex gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        {icon}
      </span>
      <span className="min-w-0 self-center">
        <span className="block font-semibold leading-snug">{title}</span>
        {text && <span className="block text-muted text-sm">{text}</span>}
      </span>
    </li>
  );
}
