import { useState } from 'react';
import { type RouterOutputs, trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { Badge, type BadgeTone } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { QueryView } from '#ui/feedback/query-view.tsx';
import { Button } from '#ui/form/button.tsx';
import { momentText } from '#ui/format/date-text.ts';
import { inputFacts, operationText } from '../case-texts.ts';

const outcomes: Record<string, { label: () => string; tone: BadgeTone }> = {
  done: { label: m.deskOutcomeDone, tone: 'leaf' },
  requested: { label: m.deskOutcomeRequested, tone: 'sky' },
  refused: { label: m.deskOutcomeRefused, tone: 'soil' },
  looked: { label: m.deskOutcomeLooked, tone: 'plain' },
};

export function LogTab() {
  const [before, setBefore] = useState<(number | null)[]>([null]);
  const log = trpc.desk.log.useQuery({ beforeId: before.at(-1) ?? null });
  return (
    <div className="grid gap-4">
      <Verdict />
      <QueryView query={log} skeleton={<Skeleton className="h-96 w-full" />}>
        {(rows) => (
          <>
            <ol className="divide-y divide-line rounded-card border border-line bg-card">
              {rows.map(({ id, operator, action, outcome, details, device, happenedAt }) => (
                <li key={id} className="grid gap-x-4 px-4 py-2.5 md:grid-cols-[12rem_1fr_auto]">
                  <p className="text-muted text-sm leading-6">{momentText(happenedAt)}</p>
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-x-2">
                      <span className="font-semibold">{operator}</span>
                      {operationText(action)}
                      <Badge tone={outcomes[outcome]?.tone ?? 'plain'}>
                        {outcomes[outcome]?.label() ?? outcome}
                      </Badge>
                    </p>
                    <p className="break-words text-muted text-sm">
                      {inputFacts(details)
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(' · ')}
                    </p>
                  </div>
                  <p className="text-muted text-sm leading-6">{device}</p>
                </li>
              ))}
            </ol>
            <div className="flex gap-2">
              {before.length > 1 && (
                <Button variant="secondary" onClick={() => setBefore(before.slice(0, -1))}>
                  {m.deskNewer()}
                </Button>
              )}
              {(rows.at(-1)?.id ?? 1) > 1 && (
                <Button
                  variant="secondary"
                  onClick={() => setBefore([...before, rows.at(-1)?.id ?? null])}
                >
                  {m.deskOlder()}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

function Verdict() {
  const verdict = trpc.desk.verifyLog.useQuery(undefined, { enabled: false });
  const { data } = verdict;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        isBusy={verdict.isFetching}
        onClick={() => void verdict.refetch()}
      >
        {m.deskVerifyLog()}
      </Button>
      {data && (
        <Notice type={data.outcome === 'intact' ? 'success' : 'error'}>{verdictText(data)}</Notice>
      )}
      {verdict.isError && <Notice type="error">{m.loadFailed()}</Notice>}
    </div>
  );
}

function verdictText(found: RouterOutputs['desk']['verifyLog']): string {
  switch (found.outcome) {
    case 'intact':
      return m.deskLogIntact({ rows: found.rows, published: found.published });
    case 'rowWrong':
      return m.deskLogRowWrong({ id: found.id });
    case 'endWrong':
      return m.deskLogEndWrong({ rows: found.rows, recorded: found.recorded });
    case 'rewritten':
      return m.deskLogRewritten({ rows: found.head.rows });
  }
}
