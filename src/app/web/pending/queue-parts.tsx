import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { forgetAtLogout } from '#web/offline/entries.ts';
import { type Entry, findKind } from '#web/offline/entry.ts';
import { readEntries, useEntries } from '#web/offline/mirror.ts';
import { useIsLong } from '#web/offline/queued-mark.tsx';
import { sendNow } from '#web/offline/send-entries.ts';
import { readUser } from '#web/session.ts';
import { askBeforeLeaving } from '#web/use-session-end.ts';

export { startQueue } from './start-queue.ts';

export function QueueParts({ pathname }: { pathname: string }) {
  return (
    <>
      <WaitingBar pathname={pathname} />
      <LeaveQuestion />
    </>
  );
}

function WaitingBar({ pathname }: { pathname: string }) {
  const entries = useEntries();
  const isLong = useIsLong(entries);
  const isLoose = entries.some((entry) => entry.isLoose);
  const refused = entries.filter(({ refusal }) => refusal !== null).length;
  // A conversation shows its own messages, and /waiting shows all changes.
  const isShownThere = entries.every(({ kind }) => {
    const { shownOn } = findKind(kind) ?? {};
    return shownOn !== undefined && pathname.startsWith(shownOn);
  });
  if (!isLong || isShownThere || pathname === '/waiting') return null;
  return (
    <Link
      to="/waiting"
      className="flex min-h-11 flex-wrap items-center justify-center gap-x-2 border-line border-b bg-sunk px-4 py-1.5 text-center font-semibold text-ink no-underline hover:bg-line/60 print:hidden"
    >
      <span
        aria-hidden="true"
        className={refused > 0 ? 'size-2.5 rounded-full bg-soil' : 'size-2.5 rounded-full bg-maize'}
      />
      {refused > 0
        ? m.queueBadgeRefused({ count: refused })
        : m.queueBadge({ count: entries.length })}
      <span className="text-leaf underline underline-offset-2">{m.queueBadgeOpen()}</span>
      {isLoose && (
        <span className="w-full text-balance font-normal text-sm text-soil">{m.queueLoose()}</span>
      )}
    </Link>
  );
}

type Answer = (mayLeave: boolean) => void;

export function LeaveQuestion() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    askBeforeLeaving(() => {
      const user = readUser();
      if (!user || readEntries(user.id).length === 0) return Promise.resolve(true);
      return new Promise((resolve) => setAnswer(() => resolve));
    });
  }, []);
  if (!answer) return null;
  return (
    <Question
      onAnswer={(mayLeave) => {
        setAnswer(null);
        answer(mayLeave);
      }}
    />
  );
}

function Question({ onAnswer }: { onAnswer: Answer }) {
  const entries = useEntries();
  const count = entries.length;
  const loose = entries.filter(({ isLoose }) => isLoose).length;
  const first = useRef<HTMLButtonElement>(null);
  const [isSending, setIsSending] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  async function sendFirst() {
    setIsSending(true);
    await sendNow();
    setIsSending(false);
    const user = readUser();
    if (user && readEntries(user.id).length === 0) onAnswer(true);
    else setIsUnsent(true);
  }
  const keep = () => {
    forgetAtLogout(null);
    onAnswer(true);
  };
  return (
    <Dialog isOpen title={m.queueLeaveTitle()} onClose={() => onAnswer(false)} initialFocus={first}>
      <div className="grid gap-4">
        <p>{m.queueLeaveText({ count })}</p>
        {loose > 0 && <LooseNotice entries={entries} count={loose} />}
        {isUnsent && <Notice type="error">{m.queueLeaveUnsent()}</Notice>}
        <Button ref={first} isWide isBusy={isSending} onClick={() => void sendFirst()}>
          {m.queueLeaveSend()}
        </Button>
        {loose < count && (
          <Button variant="secondary" isWide onClick={keep}>
            {loose > 0 ? m.queueLeaveKeepRest() : m.queueLeaveKeep()}
          </Button>
        )}
        <Button variant="danger" isWide onClick={() => onAnswer(true)}>
          {m.queueLeaveDelete()}
        </Button>
        <Button variant="quiet" isWide onClick={() => onAnswer(false)}>
          {m.cancel()}
        </Button>
      </div>
    </Dialog>
  );
}

function LooseNotice({ entries, count }: { entries: readonly Entry[]; count: number }) {
  const save = async () => {
    const user = readUser();
    const { saveEntries } = await import('./export-entries.ts');
    if (user) await saveEntries(user.id, entries);
  };
  return (
    <Notice type="error">
      <p>{m.queueLeaveLoose({ count })}</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => void save()}>
        <Download className="size-4.5" />
        {m.queueExport()}
      </Button>
    </Notice>
  );
}
