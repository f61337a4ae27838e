import { raterText, salesText } from '#farms/rules/farm-texts.ts';
import { COUNTED_REVIEW_SECONDS } from '#products/rules/product-facts.ts';
import { m } from '#text';
import { Card } from '#ui/elements.tsx';
import { MoreButton } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { Stars } from '#ui/stars.tsx';
import { useFarmReviews } from './farm-facts.tsx';

export function FarmReviews({ farmId }: { farmId: number }) {
  const reviews = useFarmReviews(farmId);
  const [first] = reviews.data?.pages ?? [];
  if (!first) return null;
  const all = reviews.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.farmReviewsTitle()}</h2>
      {first.count === 0 ? (
        <p className="mt-2 text-muted">{m.farmReviewsNone()}</p>
      ) : (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={first.rating} />
          <span className="font-bold">{m.farmRating({ rating: first.rating.toFixed(1) })}</span>
          <span className="text-muted">{raterText(first.buyerCount, first.provenBuyerCount)}</span>
        </p>
      )}
      {first.salesCount > 0 && (
        <p className="mt-1 text-muted">{salesText(first, m.farmSalesOne)}</p>
      )}
      <ul className="divide-y divide-line">
        {all.map((review) => (
          <li key={review.date} className="grid gap-1.5 py-4 last:pb-0">
            <Review review={review} />
          </li>
        ))}
      </ul>
      <div className="mt-4 text-center empty:hidden">
        <MoreButton list={reviews} size="small" className="needs-script">
          {m.farmReviewsMore()}
        </MoreButton>
      </div>
    </Card>
  );
}

type ReviewProps = {
  review: {
    rating: number;
    text: string;
    answer: string | null;
    isCounted: boolean;
    buyerFirstName: string | null;
    date: string;
  };
};

const COUNTED_REVIEW_DAYS = COUNTED_REVIEW_SECONDS / 86_400;

function Review({
  review: { rating, text, answer, isCounted, buyerFirstName, date },
}: ReviewProps) {
  const day = dateText(date);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
        <Stars rating={rating} />
        {buyerFirstName
          ? m.farmReviewBuyer({ name: buyerFirstName, date: day })
          : m.farmReviewSomeone({ date: day })}
      </p>
      {!isCounted && (
        <p className="text-muted text-xs">
          {m.farmReviewNotCounted({ days: COUNTED_REVIEW_DAYS })}
        </p>
      )}
      {text && <p className="wrap-anywhere">{text}</p>}
      {answer && (
        <p className="wrap-anywhere border-leaf border-l-4 pl-3 text-muted">
          <span className="block font-semibold text-sm">{m.reviewYourAnswer()}</span>
          {answer}
        </p>
      )}
    </>
  );
}
