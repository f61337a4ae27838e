import type { PhotoSources } from '#photos/rules/photo.ts';
import { Picture } from '#photos/web/picture.tsx';
import { cropPicture } from '#products/rules/crop-picture.ts';
import { type OfferCard, readCards } from '#products/rules/offer-card.ts';
import {
  type BuyerCategory,
  type Category,
  FACET_COUNT_MAX,
  flagNames,
  type ProductFlag,
} from '#products/rules/product-facts.ts';
import { figureText, moneyText, unbroken } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter, daysBetween } from '#rules/day.ts';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { Badge } from '#ui/feedback.tsx';
import { dateText, dayText } from '#ui/format.ts';
import type { RouterOutputs } from '#web/trpc.ts';

export type Answers = RouterOutputs['market'];

export type Offer = OfferCard;
export type WholeOffer = Answers['product'];

export const readOffers = ({ products }: Pick<Answers['cards'], 'products'>): Offer[] =>
  readCards(products);
export const readOfferPages = ({ pages }: { pages: Answers['cards'][] }): Offer[][] =>
  pages.map(readOffers);

export type Farm = Answers['farm'];
export type Reviews = Answers['farmReviews'];

export const buyerCategoryTexts: Record<BuyerCategory, () => string> = {
  vegetables: m.categoryVegetables,
  fruits: m.categoryFruits,
  grains: m.categoryGrains,
  dairy: m.categoryDairy,
  other: m.categoryOther,
};

/** "Delivers · 4 km"; null if the place is unknown. */
export function reachTexts({
  distanceKm,
  deliversToMe,
}: Pick<Offer, 'distanceKm' | 'deliversToMe'>) {
  if (distanceKm === null) return null;
  const distance =
    distanceKm < 1
      ? m.distanceShortUnderOne()
      : m.distanceShort({ kilometres: figureText(distanceKm) });
  return { reach: deliversToMe ? m.deliversShort() : m.collectShort(), distance };
}

type DeliveryTerms = Pick<Offer, 'deliveryFee' | 'minimumOrder'>;

export const deliveryFeeText = ({ deliveryFee }: Pick<Offer, 'deliveryFee'>) =>
  deliveryFee ? moneyText(deliveryFee) : m.deliveryFreeShort();

/** "KES 150 · from KES 500": the fee, and the sum from which the farm delivers. */
export const deliveryTermsText = ({ deliveryFee, minimumOrder }: DeliveryTerms) =>
  [
    deliveryFeeText({ deliveryFee }),
    minimumOrder && m.deliveryFrom({ amount: moneyText(minimumOrder) }),
  ]
    .filter(Boolean)
    .join(' · ');

export function reachText(offer: Pick<Offer, 'distanceKm' | 'deliversToMe'>) {
  const texts = reachTexts(offer);
  return texts && `${texts.reach} · ${texts.distance}`;
}

const nearDays = [m.dayToday, m.dayYesterday, m.dayBeforeYesterday];

/** "today", "yesterday" or "3 days ago" in Nairobi. */
export function daysAgoText(day: Day, today = dayInNairobi(new Date())) {
  const days = Math.max(0, daysBetween(day, today));
  return nearDays[days]?.() ?? m.daysAgo({ days: figureText(days) });
}

/** "Pre-order · 9 Mar–15 Mar" */
export const preOrderText = (lastDay: Day) => `${m.preOrderBadge()} · ${weekText(lastDay)}`;

/** Word joiners around the dash, because lines would break there as well. */
const weekText = (lastDay: Day) =>
  unbroken(`${dayText(daysAfter(lastDay, -6))}\u2060–\u2060${dayText(lastDay)}`);

/** "Harvested 2 days ago", from what the farmer said last; the week of a pre-order. */
export function freshnessText(
  { harvestDate, confirmedOn, listedOn, depositPercent }: Dated,
  today = dayInNairobi(new Date()),
) {
  if (depositPercent && harvestDate) return weekText(harvestDate);
  const day = harvestDate ?? confirmedOn ?? listedOn;
  const days = daysBetween(day, today);
  // Intl's Swahili words for several days are too long for a card.
  const when = days < 0 ? dateText(day) : daysAgoText(day, today);
  if (harvestDate) return days > 1 ? m.harvestedDays({ days }) : m.harvestedOn({ date: when });
  if (confirmedOn) return days > 1 ? m.checkedDays({ days }) : m.checkedWhen({ when });
  return days > 1 ? m.listedDays({ days }) : m.listedWhen({ when });
}

type Dated = Pick<Offer, 'harvestDate' | 'confirmedOn' | 'listedOn'> &
  Partial<Pick<Offer, 'depositPercent'>>;

/** "1,000+" at the limit where the server stops counting. */
export const countText = (count: number) =>
  count > FACET_COUNT_MAX ? `${figureText(FACET_COUNT_MAX)}+` : figureText(count);

type CategoryCounts = readonly { category: BuyerCategory; number: number }[] | undefined;

export const foundOf = (counts: CategoryCounts, category?: BuyerCategory) =>
  counts
    ?.filter((count) => !category || count.category === category)
    .reduce((sum, { number }) => sum + number, 0);

type FlagTexts = { label: () => string; badge: () => string; filter: () => string };

export const flagTexts: Record<ProductFlag, FlagTexts> = {
  isOrganic: { label: m.productOrganicLabel, badge: m.organicBadge, filter: m.filterOrganic },
};

export const FlagBadges = ({ product }: { product: Record<ProductFlag, boolean> }) =>
  flagNames.map(
    (flag) =>
      product[flag] && (
        <Badge key={flag} tone="maize">
          {flagTexts[flag].badge()}
        </Badge>
      ),
  );

type ProductPictureProps = Omit<React.ComponentProps<typeof Picture>, 'photo'> & {
  product: {
    name: string;
    category: Category;
    crop?: string | null | undefined;
    photos: PhotoSources[];
  };
  index?: number;
};

/** Without a photo, a drawing of the crop. Fills its container. */
export function ProductPicture({ product, index = 0, ...props }: ProductPictureProps) {
  const photo = product.photos[index];
  if (photo) return <Picture photo={photo} {...props} />;
  return (
    <img
      src={cropPicture(product)}
      alt={props.alt ?? ''}
      width="120"
      height="90"
      loading={props.isFirstSeen ? 'eager' : 'lazy'}
      className={classNames('cover', props.className)}
    />
  );
}
