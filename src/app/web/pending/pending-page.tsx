import { Link, type LinkOptions, useNavigate } from '@tanstack/react-router';
import { Download, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { figureText } from '#rules/amounts.ts';
import { intlLocale } from '#rules/language.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, buttonClass, Card, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState } from '#ui/feedback.tsx';
import { useIsOnline } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { dropEntry, retryEntry } from '#web/offline/entries.ts';
import { type Entry, findKind } from '#web/offline/entry.ts';
import { useAreEntriesRead, useEntries, useSentPercent } from '#web/offline/mirror.ts';
import { sendNow } from '#web/offline/send-entries.ts';
import { Container, useAnnounced } from '#web/page-frame.tsx';
import { readUser } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useSessionEnd } from '#web/use-session-end.ts';
import { entryTitle, saveEntries, shownKind, sizeOf, sizeText } from './export-entries.ts';

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
                {!isSending && <Send className="size-4.5" />}
                {m.queueSendNow()}
              </Button>
              <Button variant="secondary" size="small" onClick={() => void save()}>
                <Download className="size-4.5" />
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

const isBehind = (before: readonly Entry[], { subject }: Entry) =>
  before.some(
    (entry) => entry.subject === subject && (entry.refusal === null || !entry.isPassable),
  );

type PendingRowProps = { entry: Entry; isBehind: boolean };

function PendingRow({ entry, isBehind: isHeld }: PendingRowProps) {
  const { key, refusal, isLoose, isUnreadable = false, writtenAt } = entry;
  const [isAsking, setIsAsking] = useState(false);
  const title = entryTitle(entry);
  const { lookAt, reopen } = shownKind(entry) ?? {};
  const conflict = quantityConflict(entry);
  const isGone = refusal?.code === 'PRODUCT_NOT_FOUND';
  const canRetry = !conflict && !isGone && !isUnreadable;
  const asMe = (change: (userId: number) => Promise<unknown>) => {
    const user = readUser();
    if (user) void change(user.id).then(sendNow);
  };
  const facts = [ageText(writtenAt), sizeText(sizeOf(entry))];
  return (
    <li className="grid gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        {/* A long state wraps below, so that the title is not squeezed. */}
        <p className="wrap-anywhere min-w-40 flex-1 font-bold">{title}</p>
        <span className="whitespace-nowrap">
          <StateBadge entry={entry} isBehind={isHeld} />
        </span>
      </div>
      <p className="text-muted text-sm tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      {isLoose && <p className="text-sm text-soil">{m.queueLoose()}</p>}
      {refusal && !conflict && <Refused entry={entry} />}
      {conflict && <QuantityChoice entry={entry} conflict={conflict} />}
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {refusal && lookAt && (
          <Link {...lookAt.link} className={buttonClass({ size: 'small' })}>
            {lookAt.label()}
          </Link>
        )}
        {refusal && !isGone && reopen && !isUnreadable && (
          <OpenAgain title={title} open={() => reopen(entry)} />
        )}
        {canRetry && (
          <Button
            variant="secondary"
            size="small"
            aria-label={`${m.queueRetry()}: ${title}`}
            onClick={() => asMe((userId) => retryEntry(userId, key))}
          >
            {m.queueRetry()}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-label={`${m.productDelete()}: ${title}`}
          className="-mr-4 ml-auto text-soil!"
          onClick={() => setIsAsking(true)}
        >
          {m.productDelete()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={m.queueDeleteTitle()}
        text={<p>{m.queueDeleteText({ title })}</p>}
        confirmLabel={m.productDelete()}
        onConfirm={() => {
          setIsAsking(false);
          asMe((userId) => dropEntry(userId, key));
        }}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  );
}

function StateBadge({ entry: { key, refusal }, isBehind: isHeld }: PendingRowProps) {
  const percent = useSentPercent(key);
  if (refusal) return <Badge tone="soil">{m.queueStateRefused()}</Badge>;
  if (percent !== null) return <Badge tone="sky">{m.queueStateSending({ percent })}</Badge>;
  return (
    <Badge tone={isHeld ? 'plain' : 'maize'}>
      {isHeld ? m.queueStateBehind() : m.queueStateWaiting()}
    </Badge>
  );
}

function Refused({ entry: { kind, refusal } }: { entry: Entry }) {
  const what =
    refusal?.code === 'PRODUCT_NOT_FOUND' ? m.queueProductGone() : findKind(kind)?.lookAt?.advice();
  return (
    <div role="alert" className="rounded-field bg-soil-soft px-3 py-2 text-on-soil-soft">
      <p className="font-semibold">{refusal?.sentence}</p>
      {what && <p className="text-sm">{what}</p>}
    </div>
  );
}

function OpenAgain({ title, open }: { title: string; open: () => Promise<LinkOptions | null> }) {
  const navigate = useNavigate();
  const [isOpening, setIsOpening] = useState(false);
  const openForm = async () => {
    const form = await open();
    if (form === null) showToast('error', m.storageFull());
    else await navigate(form);
  };
  return (
    <Button
      size="small"
      isBusy={isOpening}
      aria-label={`${m.queueOpenAgain()}: ${title}`}
      onClick={() => {
        setIsOpening(true);
        openForm()
          .catch(() => showToast('error', m.queueFailed()))
          .finally(() => setIsOpening(false));
      }}
    >
      {m.queueOpenAgain()}
    </Button>
  );
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

function ageText(writtenAt: string) {
  if (writtenAt === '') return null;
  const seconds = Math.max(0, Date.now() - Date.parse(writtenAt)) / 1000;
  const format = new Intl.RelativeTimeFormat(intlLocale(getLocale()), { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', 1];
  return unit === 'second'
    ? format.format(0, 'second')
    : format.format(-Math.floor(seconds / length), unit);
}

type Conflict = { mine: number; theirs: number };

/** If the stock has changed since the farmer looked at it; null for any other refusal. */
export function quantityConflict({
  refusal,
  input,
}: Pick<Entry, 'refusal' | 'input'>): Conflict | null {
  const theirs = refusal?.code === 'QUANTITY_CHANGED' ? refusal.facts.quantity : undefined;
  const mine = (input as { quantity?: unknown } | null | undefined)?.quantity;
  return typeof theirs === 'number' && typeof mine === 'number' ? { mine, theirs } : null;
}

type QuantityChoiceProps = { entry: Entry; conflict: Conflict };

function QuantityChoice({ entry, conflict: { mine, theirs } }: QuantityChoiceProps) {
  const { key, kind, input } = entry;
  const choose = (quantity: number) => {
    const user = readUser();
    if (!user) return;
    // The other changes of a product must still be sent.
    const isDone = quantity === theirs && kind === 'setQuantity';
    const changed = { ...(input as object), quantity, quantitySeen: theirs };
    void (isDone ? dropEntry(user.id, key) : retryEntry(user.id, key, changed)).then(sendNow);
  };
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-field bg-maize-soft px-3 py-2.5 text-on-maize-soft"
    >
      <p className="font-semibold">{m.queueQuantityChanged()}</p>
      <div className="grid grid-cols-2 gap-2">
        <Figure
          text={m.queueMine({ quantity: figureText(mine) })}
          label={m.queueUseMine()}
          onChoose={() => choose(mine)}
        />
        <Figure
          text={m.queueTheirs({ quantity: figureText(theirs) })}
          label={m.queueKeepTheirs()}
          onChoose={() => choose(theirs)}
        />
      </div>
    </div>
  );
}

type FigureProps = { text: string; label: string; onChoose: () => void };

const Figure = ({ text, label, onChoose }: FigureProps) => (
  <div className="grid content-between justify-items-center gap-2 rounded-field bg-card px-2 py-3 text-center text-ink">
    <p className="font-bold text-lg tabular-nums">{text}</p>
    <Button size="small" variant="secondary" isWide onClick={onChoose}>
      {label}
    </Button>
  </div>
);
