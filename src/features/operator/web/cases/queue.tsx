import type { Fulfilment, OrderStatus } from '#orders/rules/order-facts.ts';
import { OrderStatusBadge } from '#orders/web/order-status.tsx';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState, QueryView } from '#ui/feedback/query-view.tsx';
import { phoneText } from '#ui/format/contact-text.tsx';
import { dateText, momentText } from '#ui/format/date-text.ts';
import { ageText, kindText, kindTone, operationText } from '../case-texts.ts';
import type { OrderPageData } from '../desk-client.ts';
import { RowButton, RowList, Section } from '../desk-parts.tsx';
import { useDeskSearch } from '../desk-search.ts';

export function Queue() {
  const { open, go } = useDeskSearch();
  const list = trpc.desk.cases.list.useQuery();
  return (
    <QueryView query={list} skeleton={<Skeleton className="h-96 w-full" />}>
      {({ cases, count }) =>
        cases.length === 0 ? (
          <EmptyState picture="orders" title={m.deskNoCases()} />
        ) : (
          <>
            <RowList>
              {cases.map(({ kind, page, id, since, cents, who, said }) => (
                <RowButton
                  key={`${kind}-${id}-${said}`}
                  isOpen={open?.page === page && open.id === id}
                  onClick={() =>
                    go(page === 'statement' ? { tab: 'statement' } : { open: { page, id } })
                  }
                  first={<Badge tone={kindTone(kind)}>{kindText(kind)}</Badge>}
                  second={
                    <>
                      <span className="block text-muted text-sm">{phoneText(who)}</span>
                      {[
                        page === 'order' ? m.deskOrderNumber({ id }) : '',
                        kind === 'request' ? operationText(said) : said,
                      ]
                        .filter(Boolean)
                        .join(': ')}
                    </>
                  }
                  figure={cents > 0 ? moneyText(shillingsOf(cents)) : ''}
                  note={ageText(since)}
                />
              ))}
            </RowList>
            {count > cases.length && (
              <p className="text-center text-muted text-sm">
                {m.deskMoreCases({ count: count - cases.length })}
              </p>
            )}
          </>
        )
      }
    </QueryView>
  );
}

export function OpenRequests({ requests }: Pick<OrderPageData, 'requests'>) {
  const { go } = useDeskSearch();
  if (requests.length === 0) return null;
  return (
    <Section title={m.deskKindRequest()}>
      <ul className="divide-y divide-line">
        {requests.map(({ id, operation, requestedBy, requestedAt }) => (
          <li key={id} className="py-1">
            <button
              type="button"
              className="link min-h-11 text-left font-semibold"
              onClick={() => go({ open: { page: 'request', id } })}
            >
              {m.deskRequestNumber({ id })}: {operationText(operation)}
            </button>
            <p className="break-words text-muted text-sm">
              {requestedBy} · {momentText(requestedAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type OrderRowProps = {
  order: {
    id: number;
    status: OrderStatus;
    fulfilment: Fulfilment;
    depositPaidAt: string | null;
    totalCents: number;
    farmName: string | null;
    createdAt: string;
  };
};

export function OrderRow({ order }: OrderRowProps) {
  const { id, totalCents, farmName, createdAt } = order;
  const { open, go } = useDeskSearch();
  return (
    <RowButton
      isOpen={open?.page === 'order' && open.id === id}
      onClick={() => go({ open: { page: 'order', id } })}
      first={
        <>
          <span className="font-semibold">{m.deskOrderNumber({ id })}</span>
          <OrderStatusBadge order={order} />
        </>
      }
      second={farmName}
      figure={moneyText(shillingsOf(totalCents))}
      note={dateText(createdAt)}
    />
  );
}
