import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { BreakableText } from '#platform/web/ui/format/breakable-text.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { WebhookEvents } from './webhook-events.tsx';

type Webhook = {
  id: number;
  url: string;
  pausedAt: string | null;
  lastAcceptedAt: string | null;
  formerSecretUntil: string | null;
  isFailing: boolean;
};
const calm = { variant: 'secondary', size: 'small' } as const;

type WebhookLineProps = { webhook: Webhook; onRotate: () => void };

/** One webhook with what can be done about it, and its last events. */
export function WebhookLine({ webhook, onRotate }: WebhookLineProps) {
  const { id: webhookId, url, pausedAt, lastAcceptedAt, formerSecretUntil } = webhook;
  const utils = trpc.useUtils();
  const [areEventsShown, setAreEventsShown] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const settled = {
    onError: (error: unknown) => showToast('error', failureText(error, m.webhookFailed())),
    onSettled: () => utils.webhooks.invalidate(),
  };
  const test = trpc.webhooks.test.useMutation({
    ...settled,
    onSuccess: () => setAreEventsShown(true),
  });
  const pause = trpc.webhooks.pause.useMutation(settled);
  const resume = trpc.webhooks.resume.useMutation(settled);
  const remove = trpc.webhooks.remove.useMutation(settled);
  return (
    <li className="grid grid-cols-1 gap-3 py-4 first:pt-0 last:pb-0">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-semibold">
            <BreakableText>{url}</BreakableText>
          </span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="text-muted text-sm">
          {lastAcceptedAt
            ? m.webhookLastAccepted({ when: momentText(lastAcceptedAt) })
            : m.webhookNothingAccepted()}
        </p>
        {formerSecretUntil && new Date(formerSecretUntil) > new Date() && (
          <p className="text-sm">{m.webhookBothSecrets({ when: momentText(formerSecretUntil) })}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {pausedAt ? (
          <Button
            size="small"
            isBusy={resume.isPending}
            onClick={() => resume.mutate({ webhookId })}
          >
            {m.webhookResume()}
          </Button>
        ) : (
          <>
            <Button {...calm} isBusy={test.isPending} onClick={() => test.mutate({ webhookId })}>
              {m.webhookTest()}
            </Button>
            <Button {...calm} isBusy={pause.isPending} onClick={() => pause.mutate({ webhookId })}>
              {m.webhookPause()}
            </Button>
          </>
        )}
        <Button variant="quiet" size="small" onClick={onRotate}>
          {m.webhookRotate()}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setIsDeleting(true)}>
          {m.webhookDelete()}
        </Button>
      </div>
      <Button
        {...calm}
        className="justify-self-start"
        aria-expanded={areEventsShown}
        onClick={() => setAreEventsShown(!areEventsShown)}
      >
        {m.webhookEvents()}
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 transition-transform', areEventsShown && 'rotate-180')}
        />
      </Button>
      {areEventsShown && <WebhookEvents webhookId={webhookId} isPaused={pausedAt !== null} />}
      <ConfirmDialog
        title={m.webhookDeleteTitle({ host: new URL(url).host })}
        text={m.webhookDeleteText()}
        confirmLabel={m.webhookDelete()}
        isOpen={isDeleting}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ webhookId }, { onSettled: () => setIsDeleting(false) })}
        onCancel={() => setIsDeleting(false)}
      />
    </li>
  );
}

function StateBadge({ webhook: { pausedAt, isFailing } }: { webhook: Webhook }) {
  if (pausedAt) return <Badge tone="plain">{m.webhookPaused()}</Badge>;
  if (isFailing) return <Badge tone="soil">{m.webhookFailing()}</Badge>;
  return <Badge>{m.webhookOn()}</Badge>;
}
