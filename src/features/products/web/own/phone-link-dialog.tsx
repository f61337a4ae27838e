import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { phoneLinkPath } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSecondsLeft } from '#platform/web/ui/browser/use-seconds-left.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';

type Link = { url: string; endsAt: number };

/** For computers: a QR code that opens the product form on the farmer's phone, logged in. */
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
          <QrCode text={link.url} isOver={isOver} />
        ) : (
          !error && <Skeleton className="mx-auto size-60" />
        )}
        {link && (
          <p role="timer" className="text-center font-semibold tabular-nums">
            {isOver ? m.phoneLinkOver() : m.phoneLinkSeconds({ seconds: secondsLeft })}
          </p>
        )}
        <p className="text-muted text-sm">{m.phoneLinkOnce()}</p>
        <FormBanner text={error ? failureText(error, m.phoneLinkFailed()) : null} />
      </div>
    </Dialog>
  );
}

/** The white margin around the code, in modules, that scanners need. */
const QUIET_MODULES = 2;

/**
 * Black on white in every colour scheme, because a scanner could not read it otherwise. An expired
 * link is faded until it is unreadable.
 */
function QrCode({ text, isOver }: { text: string; isOver: boolean }) {
  const { data, size } = encode(text, { border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={m.phoneLinkAlt()}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-60 rounded-field bg-white"
    >
      <path d={path} fill="#000" opacity={isOver ? 0.06 : 1} />
    </svg>
  );
}
