import { Star } from 'lucide-react';
import { RATING_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Order } from './order.ts';

const stars = Array.from({ length: RATING_MAX }, (_, index) => index + 1);

export function OwnReview({ review }: { review: NonNullable<Order['review']> }) {
  const { rating, text, answer } = review;
  return (
    <Card className="grid gap-2">
      <h2 className="font-bold text-xl">{m.ratingOwnTitle()}</h2>
      <p className="flex">
        {stars.map((star) => (
          <Star
            key={star}
            aria-hidden="true"
            className={star <= rating ? 'size-6 fill-maize text-maize-strong' : 'size-6 text-edge'}
          />
        ))}
        <span className="sr-only">{m.ratingStars({ stars: rating })}</span>
      </p>
      {text && <p className="wrap-anywhere">{text}</p>}
      {answer && (
        <p className="wrap-anywhere border-line border-l-2 pl-4 text-muted">
          <span className="font-semibold">{m.ratingAnswer()}</span> {answer}
        </p>
      )}
    </Card>
  );
}
