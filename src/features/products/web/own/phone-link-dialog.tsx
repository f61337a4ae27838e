import { useEffect, useState } from 'react';
import { phoneLinkPath } from '#rules/routes.ts';
import { m } from '#text';
import { useSecondsLeft } from '#ui/browser/timers.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';

type Link = { url: string; endsAt: number };

export function PhoneLinkDialog({ onClose }: { onClose: () => void }) {
  const [link, setLink] = useState<Link | null>(null);
  const { mutate, error, isPending } = trpc.auth.createPhoneLink.useMutation({
    onSuccess: ({ token, validSeconds }) =>
      setLink({
        url: `${location.origin}${phoneLinkPath(token)}`,
        endsAt: Date.now() + validSeconds * 1000,
      }),
  });
  const secondsLeft = useSecondsLeft(link?.endsAt ?? null);
  useEffect(() => mutate(), [mutate]);
  const isOver = link !== null && secondsLeft === 0;
  return (
    <Dialog
      isOpen
      title={m.phoneLinkTitle()}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.close()}
          </Button>
          <Button isBusy={isPending} onClick={() => mutate()}>
            {m.phoneLinkNew()}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{m.phoneLinkText()}</p>
        {link ? (
          <QrCode text={link.url} label={m.phoneLinkAlt()} className="size-60" isOver={isOver} />
        ) : (
          !error && <Skeleton className="mx-auto size-60" />
        )}
        {link && (
          <p role="timer" className="text-center font-semibold tabular-nums">
            {isOver ? m.phoneLinkOver() : m.phoneLinkSeconds({ seconds: secondsLeft })}
          </p>
        )}
        <p className="text-muted text-sm">{m.phoneLinkOnce()}</p>
        <FormBanner text={error ? failureText(error, m.loadFailed()) : null} />
      </div>
    </Dialog>
  );
}
