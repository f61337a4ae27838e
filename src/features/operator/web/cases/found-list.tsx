import { useQuery } from '@tanstack/react-query';
import { useDeskSearch } from '#features/operator/web/desk-search.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmptyState } from '#platform/web/ui/feedback/state-message.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { OrderRow } from './order-row.tsx';
import { RowButton, RowList } from './row-list.tsx';

export function FoundList({ text }: { text: string }) {
  const { open, go } = useDeskSearch();
  const { client } = trpc.useUtils();
  const found = useQuery({
    queryKey: ['found', text],
    queryFn: () => client.desk.cases.search.mutate({ text }),
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => go({ find: '', open: null })}
      >
        {m.deskAllCases()}
      </Button>
      <QueryView
        query={found}
        skeleton={<Skeleton className="h-40 w-full" />}
        errorText={m.deskLoadFailed()}
      >
        {({ orders, accounts }) =>
          orders.length + accounts.length === 0 ? (
            <EmptyState picture="search" title={m.deskFoundNothing()} text={m.deskSearch()} />
          ) : (
            <RowList>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} />
              ))}
              {accounts.map(({ id, role, firstName, lastName, farmName, ...account }) => (
                <RowButton
                  key={id}
                  isOpen={open?.page === 'account' && open.id === id}
                  onClick={() => go({ open: { page: 'account', id } })}
                  first={
                    <>
                      <span className="truncate font-semibold">
                        {firstName} {lastName}
                      </span>
                      {account.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
                    </>
                  }
                  second={[farmName, phoneText(account.phoneNumber ?? ''), account.email]
                    .filter(Boolean)
                    .join(' · ')}
                  figure=""
                  note={role === 'farmer' ? m.deskFarmer() : m.deskBuyer()}
                />
              ))}
            </RowList>
          )
        }
      </QueryView>
    </>
  );
}
