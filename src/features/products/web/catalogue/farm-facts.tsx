import { keepPreviousData } from '@tanstack/react-query';
import { BadgeCheck, Footprints, MapPin } from 'lucide-react';
import { FARM_RATINGS_MAX } from '#products/rules/product-facts.ts';
import { m } from '#text';
import { accuracyText, dateText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import type { Offer } from './offer.tsx';
import { PAGE_DATA_AT, readReviewsData } from './page-data.ts';

type FarmFactsProps = {
  place: string;
  farm: {
    farmVisitedAt: string | null;
    /** Undefined where visitors are not named, and in answers cached earlier. */
    farmVisitedBy?: string | null;
    farmAccuracyMetres: number | null;
  };
  children?: React.ReactNode;
};

export function FarmFacts({
  place,
  farm: { farmVisitedAt, farmVisitedBy, farmAccuracyMetres },
  children,
}: FarmFactsProps) {
  return (
    <ul className="mt-4 grid gap-4">
      <FarmFact icon={<MapPin className="size-5" />} title={place} text={null} />
      {farmVisitedAt && (
        <FarmFact
          icon={<Footprints className="size-5" />}
          title={m.visitedBadge()}
          text={visitText(dateText(farmVisitedAt), farmVisitedBy)}
        />
      )}
      {farmAccuracyMetres !== null && (
        <FarmFact
          icon={<BadgeCheck className="size-5" />}
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
  icon: React.ReactNode;
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

const FRESH_MILLISECONDS = 60_000;

/** The server embeds the first page in the pages of the farm and its products. */
export const useFarmReviews = (farmId: number) =>
  trpc.market.farmReviews.useInfiniteQuery(
    { farmId },
    {
      initialData: () => {
        const reviews = readReviewsData(farmId);
        return reviews && { pages: [reviews], pageParams: [undefined] };
      },
      initialDataUpdatedAt: PAGE_DATA_AT,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      staleTime: FRESH_MILLISECONDS,
    },
  );

const RATINGS_FRESH_MILLISECONDS = 5 * 60 * 1000;

export function useFarmRatings(
  products: readonly Pick<Offer, 'farmId'>[],
): ReadonlyMap<number, number> {
  const farmIds = [...new Set(products.map(({ farmId }) => farmId))]
    .sort((a, b) => a - b)
    .slice(0, FARM_RATINGS_MAX);
  const ratings = trpc.market.farmRatings.useQuery(
    { farmIds },
    {
      enabled: farmIds.length > 0,
      placeholderData: keepPreviousData,
      staleTime: RATINGS_FRESH_MILLISECONDS,
      retry: false,
    },
  );
  return new Map(ratings.data?.map(({ farmId, rating }) => [farmId, rating]));
}
