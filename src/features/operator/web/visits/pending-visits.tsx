import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/form/button.tsx';
import { dropEntry, retryEntry } from '#web/offline/entries.ts';
import type { Entry } from '#web/offline/entry.ts';
import { useIsLong } from '#web/offline/queued-mark.tsx';
import { sendNow } from '#web/offline/send-entries.ts';
import { useDeskSession } from '../desk-session.ts';
import { ownerOfTab, usePendingVisits } from './visit-queue.ts';

export function PendingVisits() {
  const entries = usePendingVisits();
  const { token } = useDeskSession();
  const isLong = useIsLong(entries);
  if (!isLong || entries.length === 0) return null;
  return (
    <section
      aria-label={m.deskWaitingVisits()}
      className="mb-4 grid max-w-prose gap-2 rounded-card border border-line bg-card px-4 py-3"
    >
      <h2 className="font-bold">{m.deskWaitingVisits()}</h2>
      <p className="text-muted text-sm">
        {token ? m.deskWaitingForLine() : m.deskWaitingForLogin()}
      </p>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <PendingVisit key={entry.key} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function PendingVisit({ entry: { key, parts, refusal, isLoose } }: { entry: Entry }) {
  const title = String(parts.farm ?? '');
  const change = (work: Promise<unknown>) => void work.then(sendNow);
  return (
    <li className="grid gap-1 py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{title}</span>
        <Badge tone={refusal ? 'soil' : 'maize'}>
          {refusal ? m.queueStateRefused() : m.queueStateWaiting()}
        </Badge>
      </p>
      {isLoose && <p className="text-sm text-soil">{m.queueLoose()}</p>}
      {refusal && <p role="alert">{refusal.sentence}</p>}
      {refusal && (
        <div className="flex gap-2">
          <Button
            size="small"
            variant="secondary"
            aria-label={`${m.queueRetry()}: ${title}`}
            onClick={() => change(retryEntry(ownerOfTab(), key))}
          >
            {m.queueRetry()}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`${m.productDelete()}: ${title}`}
            onClick={() => change(dropEntry(ownerOfTab(), key))}
          >
            {m.productDelete()}
          </Button>
        </div>
      )}
    </li>
  );
}
