import { useState } from 'react';
import { deskRpc } from '#features/operator/web/desk-client.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { FiguresScreen } from '../figures/figures-screen.tsx';

const WEEKS_AT_FIRST = 12;

/** Sales by week, for a county or the country. */
export function FiguresTab() {
  const [chosen, setChosen] = useState<{ county: County | null; weeks: number }>({
    county: null,
    weeks: WEEKS_AT_FIRST,
  });
  const figures = trpc.desk.figures.get.useQuery(chosen);
  return (
    <QueryView
      query={figures}
      skeleton={<Skeleton className="h-96 w-full" />}
      errorText={m.deskLoadFailed()}
    >
      {(shown) => (
        <FiguresScreen
          figures={shown}
          onChoose={setChosen}
          fetchCsv={() => deskRpc.desk.figures.csv.query(chosen)}
          fetchPdf={() => deskRpc.desk.figures.pdf.query(chosen)}
        />
      )}
    </QueryView>
  );
}
