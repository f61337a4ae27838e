import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { buttonClass, Spinner } from '#ui/elements.tsx';
import { EmptyState, ErrorState } from '#ui/feedback.tsx';
import { endAttempt, readAttempt } from './checkout-attempt.ts';
import type { Placing } from './use-place-order.ts';

/**
 * If an order was sent and no answer came, it was most likely accepted. The same key is sent once
 * more to get the result; with an empty cart this cannot create a new order.
 */
export function ResumedCheckout({ placing }: { placing: Placing }) {
  const [outcome, setOutcome] = useState<'asking' | 'nothing' | 'offline'>(() =>
    readAttempt() ? 'asking' : 'nothing',
  );
  const { place } = placing;
  const ask = async () => {
    const attempt = readAttempt();
    if (!attempt) return;
    setOutcome('asking');
    const placed = await place(attempt);
    if (placed.outcome !== 'failed') return;
    if (placed.failure.code) endAttempt();
    setOutcome(placed.failure.code ? 'nothing' : 'offline');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once when this is shown; after that by its button
  useEffect(() => void ask(), []);
  if (outcome === 'offline')
    return <ErrorState text={m.checkoutConnectionLost()} onRetry={() => void ask()} />;
  if (outcome === 'asking') {
    return (
      <p role="status" className="flex items-center justify-center gap-3 py-16 font-semibold">
        <Spinner /> {m.checkoutResuming()}
      </p>
    );
  }
  return (
    <EmptyState
      picture="cart"
      title={m.cartEmpty()}
      action={
        <Link to="/buyer-dashboard" className={buttonClass()}>
          {m.cartContinue()}
        </Link>
      }
    />
  );
}
