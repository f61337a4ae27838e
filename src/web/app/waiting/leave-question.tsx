import { useEffect, useRef, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { readEntries, useEntries } from '#web/app/queue/mirror.ts';
import { sendNow } from '#web/app/queue/send-entries.ts';
import { askBeforeLeaving, type Leaving } from '#web/app/session/leaving.ts';
import { readUser } from '#web/app/session/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

type Answer = (leaving: Leaving) => void;
const STAY: Leaving = { mayLeave: false, isKept: true };

/** Asks whoever logs out what is to become of what they have not sent yet. */
export function LeaveQuestion() {
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    askBeforeLeaving(() => {
      const user = readUser();
      if (!user || readEntries(user.id).length === 0) return Promise.resolve({ mayLeave: true, isKept: false });
      return new Promise((resolve) => setAnswer(() => resolve));
    });
  }, []);
  if (!answer) return null;
  return (
    <Question
      onAnswer={(leaving) => {
        setAnswer(null);
        answer(leaving);
      }}
    />
  );
}

function Question({ onAnswer }: { onAnswer: Answer }) {
  const count = useEntries().length;
  const first = useRef<HTMLButtonElement>(null);
  const [isSending, setIsSending] = useState(false);
  const [isUnsent, setIsUnsent] = useState(false);
  async function sendFirst() {
    setIsSending(true);
    await sendNow();
    setIsSending(false);
    const user = readUser();
    if (user && readEntries(user.id).length === 0) onAnswer({ mayLeave: true, isKept: false });
    else setIsUnsent(true);
  }
  return (
    <Dialog isOpen title={m.queueLeaveTitle()} onClose={() => onAnswer(STAY)} initialFocus={first}>
      <div className="grid gap-4">
        <p>{m.queueLeaveText({ count })}</p>
        {isUnsent && <Notice type="error">{m.queueLeaveUnsent()}</Notice>}
        <Button ref={first} isWide isBusy={isSending} onClick={() => void sendFirst()}>
          {m.queueLeaveSend()}
        </Button>
        <div className="grid gap-1">
          <Button variant="secondary" isWide onClick={() => onAnswer({ mayLeave: true, isKept: true })}>
            {m.queueLeaveKeep()}
          </Button>
          <p className="text-center text-muted text-sm">{m.queueLeaveKeepHint()}</p>
        </div>
        <Button variant="danger" isWide onClick={() => onAnswer({ mayLeave: true, isKept: false })}>
          {m.queueLeaveDelete()}
        </Button>
        <Button variant="quiet" isWide onClick={() => onAnswer(STAY)}>
          {m.cancel()}
        </Button>
      </div>
    </Dialog>
  );
}
