import { Download, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { useIsOnline } from '#ui/browser/screen-state.ts';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState } from '#ui/feedback/query-view.tsx';
import { Button } from '#ui/form/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { trpc } from '#web/client/trpc.ts';
import { useAreEntriesRead, useEntries } from '#web/offline/mirror.ts';
import { sendNow } from '#web/offline/send-entries.ts';
import { readUser } from '#web/session/session.ts';
import { useSessionEnd } from '#web/session/use-session-end.ts';
import { Container, useAnnounced } from '#web/shell/page-frame.tsx';
import { saveEntries } from './export-entries.ts';
import { isBehind, PendingRow } from './pending-row.tsx';

export function PendingPage() {
  const entries = useEntries();
  const areRead = useAreEntriesRead();
  const isOnline = useIsOnline();
  const [isSending, setIsSending] = useState(false);
  useAnnounced(m.queueTitle());
  useMinutes();
  // The bell's query, to detect an expired session: changes are sent only after a login, which
  // returns here.
  const session = trpc.notifications.unread.useQuery();
  useSessionEnd(readUser()?.role ?? 'farmer', session.error);
  const send = () => {
    setIsSending(true);
    void session.refetch();
    void sendNow().finally(() => setIsSending(false));
  };
  const save = async () => {
    const user = readUser();
    if (user) await saveEntries(user.id, entries);
  };
  return (
    <main id="main" className="pt-5 pb-12 sm:pt-8">
      <Container className="max-w-3xl!">
        <h1 tabIndex={-1} className="mb-5 font-extrabold text-2xl sm:text-3xl">
          {m.queueTitle()}
        </h1>
        {!areRead && <Skeleton className="h-96 rounded-card!" />}
        {areRead && entries.length === 0 && (
          <Card>
            <EmptyState picture="messages" title={m.queueEmptyTitle()} text={m.queueEmptyText()} />
          </Card>
        )}
        {entries.length > 0 && (
          <>
            <div className="mb-4 flex flex-wrap items-start gap-2 *:whitespace-nowrap max-sm:*:flex-auto">
              <Button
                size="small"
                isBusy={isSending}
                disabledReason={isOnline ? undefined : m.offlineTitle()}
                onClick={send}
              >
                {!isSending && <Send aria-hidden="true" className="size-4.5" />}
                {m.queueSendNow()}
              </Button>
              <Button variant="secondary" size="small" onClick={() => void save()}>
                <Download aria-hidden="true" className="size-4.5" />
                {m.queueExport()}
              </Button>
            </div>
            <Card className="overflow-hidden p-0!">
              <ul className="divide-y divide-line" aria-label={m.queueTitle()}>
                {entries.map((entry, index) => (
                  <PendingRow
                    key={entry.key}
                    entry={entry}
                    isBehind={isBehind(entries.slice(0, index), entry)}
                  />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Container>
    </main>
  );
}

const MINUTE_MILLISECONDS = 60_000;

function useMinutes() {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), MINUTE_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
}
