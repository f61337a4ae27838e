import { useDeskSearch } from '#operator/web/desk-search.ts';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { depositText, paymentMethodText, paymentStatusLabels } from '#orders/web/order-texts.ts';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { Choices } from './choices.tsx';
import { OpenRequests } from './open-requests.tsx';
import { CaseColumns, Facts } from './section.tsx';
import { Timeline } from './timeline.tsx';

type OrderCaseProps = Omit<OrderPageData, 'choices'> & {
  /** Null on the page of a request, which has its own choice. */
  choices: OrderPageData['choices'] | null;
};

export function OrderCase({ order, conversations, requests, choices }: OrderCaseProps) {
  const { id, paymentStatus, totalCents } = order;
  return (
    <div className="grid gap-3">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-extrabold text-2xl">{m.deskOrderNumber({ id })}</h2>
          <OrderStatusBadge order={order} />
          <span className="ml-auto font-extrabold text-2xl tabular-nums">
            {moneyText(shillingsOf(totalCents))}
          </span>
        </div>
        <p className="mb-1 text-muted text-sm">
          {paymentMethodText(order.paymentMethod, order.fulfilment)} ·{' '}
          {depositText(order) ?? paymentStatusLabels[paymentStatus]()}
        </p>
        <Facts
          facts={[
            [m.orderColumnBuyer(), <Person key="buyer" person={order.buyer} />],
            [m.deskFarmer(), <Person key="farmer" person={order.farmer} farm={order.farmName} />],
          ]}
        />
      </header>
      <CaseColumns
        toDo={
          choices && (
            <>
              <OpenRequests requests={requests} />
              <Choices choices={choices} order={order} />
            </>
          )
        }
      >
        <Timeline order={order} conversations={conversations} />
      </CaseColumns>
    </div>
  );
}

type PersonProps = { person: OrderPageData['order']['buyer']; farm?: string | null };

function Person({ person, farm }: PersonProps) {
  const { go } = useDeskSearch();
  const id = person?.id;
  if (!person || !id) return m.deskGone();
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <button
        type="button"
        className="link min-h-11 text-left font-semibold sm:min-h-8"
        onClick={() => go({ open: { page: 'account', id } })}
      >
        {person.firstName} {person.lastName}
      </button>
      <span className="wrap-anywhere text-muted">
        {[farm, phoneText(person.phoneNumber ?? '') || person.email].filter(Boolean).join(' · ')}
      </span>
      {person.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
    </span>
  );
}
