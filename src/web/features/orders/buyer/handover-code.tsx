import { m } from '#shared/text/compiled/messages.js';
import type { Order } from './order.ts';

/** The code that the buyer says when the goods are in hand; it completes the order. */
export function HandoverCode({ order: { handoverCode, status } }: { order: Order }) {
  if (!handoverCode || status !== 'dispatched') return null;
  return (
    <div className="grid justify-items-center gap-1 rounded-card bg-leaf-soft p-5 text-center text-on-leaf-soft">
      <h3 className="font-semibold">{m.handoverCodeTitle()}</h3>
      <p className="font-extrabold text-5xl tabular-nums tracking-[0.2em] [text-indent:0.2em]">
        <span aria-hidden="true">{handoverCode}</span>
        {/* Digit by digit: nobody should hear "four thousand and seventeen". */}
        <span className="sr-only">{[...handoverCode].join(' ')}</span>
      </p>
      <p className="text-sm">{m.handoverCodeMeaning()}</p>
    </div>
  );
}
