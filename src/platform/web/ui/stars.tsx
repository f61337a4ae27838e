import { Star } from 'lucide-react';
import { RATING_MAX } from '#rules/limits.ts';
import { m } from '#text';
import { classNames } from './elements.tsx';

const places = Array.from({ length: RATING_MAX }, (_, at) => at + 1);

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={m.reviewStars({ rating })} className="inline-flex gap-0.5">
      {places.map((place) => (
        <Star
          key={place}
          className={classNames(
            'size-5',
            place <= Math.round(rating) ? 'fill-maize text-maize-strong' : 'text-edge',
          )}
        />
      ))}
    </span>
  );
}
