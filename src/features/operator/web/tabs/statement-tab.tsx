import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { perform } from '#features/operator/web/perform.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { ReconciliationScreen } from '../reconciliation/reconciliation-screen.tsx';

/** M-Pesa's statement of a day against our books. */
export function StatementTab() {
  const today = dayInNairobi(new Date());
  const [day, setDay] = useState<Day>(today);
  const me = trpc.desk.entry.me.useQuery();
  const reconciliation = trpc.desk.statement.useQuery({ day });
  const queries = useQueryClient();
  const mayDecide = me.data?.role === 'finance' || me.data?.role === 'lead';
  const does = async (name: string, input: Record<string, unknown>) => {
    const performed = await perform(name, { input });
    await queries.invalidateQueries();
    return performed.outcome === 'done'
      ? performed.said
      : m.deskRequested({ id: performed.requestId });
  };
  return (
    <QueryView
      query={reconciliation}
      skeleton={<Skeleton className="h-96 w-full" />}
      errorText={m.deskLoadFailed()}
    >
      {(shown) => (
        <ReconciliationScreen
          reconciliation={shown}
          today={today}
          onDay={setDay}
          onImport={mayDecide ? (text) => does('importStatement', { text }) : null}
          onCloseUnmatched={mayDecide ? (given) => does('closeUnmatched', given) : null}
        />
      )}
    </QueryView>
  );
}
