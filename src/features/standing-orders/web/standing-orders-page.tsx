import { BackLink } from '#features/orders/web/back-link.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { StandingCard } from './standing-card.tsx';
import { useStandingOrders } from './use-standing-orders.ts';

/** A buyer's standing orders, each with its next day. */
export function StandingOrdersPage() {
  const list = useStandingOrders();
  useSessionEnd('buyer', list.error);
  return (
    <main id="main" className="pt-1 pb-24 sm:pt-5 sm:pb-12">
      <Container>
        <div className="mb-1 flex items-center sm:gap-5">
          <BackLink tab="orders">{m.orderBackToList()}</BackLink>
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {m.standingOrders()}
          </h1>
        </div>
        <QueryView
          query={list}
          skeleton={<Skeleton className="h-72 rounded-card!" />}
          errorText={m.standingLoadFailed()}
        >
          {({ standingOrders }) =>
            standingOrders.length === 0 ? (
              <EmptyState picture="orders" title={m.standingNone()} text={m.standingNoneText()} />
            ) : (
              <>
                <p className="mb-4 max-w-prose text-muted">{m.standingLead()}</p>
                <ul className="grid grid-cols-1 items-start gap-4 sm:gap-6 lg:grid-cols-2">
                  {standingOrders.map((order) => (
                    <StandingCard key={order.id} order={order} />
                  ))}
                </ul>
              </>
            )
          }
        </QueryView>
      </Container>
    </main>
  );
}
