import { useEffect, useRef, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { forgetAtLogout } from '#web/app/queue/forget-queue.ts';
import { readEntries, useEntries } from '#web/app/queue/mirror.ts';
import { sendNow } from '#web/app/queue/send-entries.ts';
import { readUser } from '#web/app/session/session.ts';
import { askBeforeLeaving } from '#web/app/session/use-session-end.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

type Answer = (mayLeave: boolean) => void;

/** Asks whoever logs out what is to become of what they have not sent yet. */
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
  const count = useEntries().length;
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
        {isUnsent && <Notice type="error">{m.queueLeaveUnsent()}</Notice>}
        <Button ref={first} isWide isBusy={isSending} onClick={() => void sendFirst()}>
          {m.queueLeaveSend()}
        </Button>
        <div className="grid gap-1">
          <Button variant="secondary" isWide onClick={keep}>
            {m.queueLeaveKeep()}
          </Button>
          <p className="text-center text-muted text-sm">{m.queueLeaveKeepHint()}</p>
        </div>
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
