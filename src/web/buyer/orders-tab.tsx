import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** The buyer's orders. */
export function OrdersTab({ onContinue }: { onContinue: () => void }) {
  return (
    <EmptyState
      picture="orders"
      title={m.ordersEmptyTitle()}
      text={m.ordersEmptyText()}
      action={<Button onClick={onContinue}>{m.cartContinue()}</Button>}
    />
  );
}
