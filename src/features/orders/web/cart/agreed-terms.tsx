import { quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { untilText } from '#ui/format/date-text.ts';
import type { CartLineView } from './visitor-cart.tsx';
import { LetGo } from './let-go.tsx';

export function AgreedTerms({
  line: { offerId, quantity, unit, heldUntil, problem },
}: {
  line: CartLineView;
}) {
  const amount = quantityText(quantity, unit);
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="sm:text-right">
        <p className="font-semibold">
          {amount} <span className="text-leaf">· {m.cartAgreed()}</span>
        </p>
        {heldUntil && (
          <p className="text-muted text-sm">{m.cartAgreedUntil({ time: untilText(heldUntil) })}</p>
        )}
        {problem && (
          <p role="status" className="font-medium text-soil text-sm">
            {m.cartLineGone()}
          </p>
        )}
      </div>
      {offerId !== null && <LetGo offerId={offerId} quantity={amount} />}
    </div>
  );
}
