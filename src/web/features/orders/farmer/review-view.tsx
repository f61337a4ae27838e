import { m } from '#shared/text/compiled/messages.js';
import { Stars } from '#web/ui/layout/stars.tsx';
import type { FarmerOrder } from './use-orders.ts';

/** What the buyer says, and the farm's answer. */
export function ReviewView({ review: { rating, text, answer } }: { review: NonNullable<FarmerOrder['review']> }) {
  return (
    <div className="grid gap-1">
      <Stars rating={rating} />
      {text && <p>{text}</p>}
      {answer && (
        <p className="border-leaf border-l-4 pl-3 text-muted">
          <span className="block font-semibold text-sm">{m.reviewYourAnswer()}</span>
          {answer}
        </p>
      )}
    </div>
  );
}
