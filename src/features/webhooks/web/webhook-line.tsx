import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { BreakableText } from '#ui/contact-text.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, classNames, Skeleton } from '#ui/elements.tsx';
import { Badge, type BadgeTone, QueryView } from '#ui/feedback.tsx';
import { momentText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { DeliveryProblem, WebhookEventState, WebhookEventType } from '../rules.ts';

const REFRESH_MILLISECONDS = 3000;

const stateTones: Record<WebhookEventState, BadgeTone> = {
  waiting: 'maize',
  delivered: 'leaf',
  failed: 'soil',
};

const stateTexts: Record<WebhookEventState, () => string> = {
  waiting: m.queueStateWaiting,
  delivered: m.webhookStateDelivered,
  failed: m.webhookStateFailed,
};

type Webhook = {
  id: number;
  url: string;
  pausedAt: string | null;
  lastAcceptedAt: string | null;
  formerSecretUntil: string | null;
  isFailing: boolean;
};
const calm = { variant: 'secondary', size: 'small' } as const;

export function WebhookLine({ webhook, onRotate }: { webhook: Webhook; onRotate: () => void }) {
  const { id: webhookId, url, pausedAt, lastAcceptedAt, formerSecretUntil } = webhook;
  const utils = trpc.useUtils();
  const [areEventsShown, setAreEventsShown] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const settled = {
    onError: (error: unknown) => showToast('error', failureText(error, m.saveFailed())),
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
              {m.messagesVoicePause()}
            </Button>
          </>
        )}
        <Button variant="quiet" size="small" onClick={onRotate}>
          {m.webhookRotate()}
        </Button>
        <Button variant="quiet" size="small" onClick={() => setIsDeleting(true)}>
          {m.productDelete()}
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
          className={classNames('size-4 transition-transform', areEventsShown && 'rotate-180')}
        />
      </Button>
      {areEventsShown && <WebhookEvents webhookId={webhookId} isPaused={pausedAt !== null} />}
      <ConfirmDialog
        title={m.webhookDeleteTitle({ host: new URL(url).host })}
        text={m.webhookDeleteText()}
        confirmLabel={m.productDelete()}
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

type WebhookEvent = {
  id: number;
  type: WebhookEventType;
  subject: string;
  createdAt: string;
  state: WebhookEventState;
  attempts: number;
  dueAt: string;
  lastStatus: number | null;
  lastProblem: DeliveryProblem | null;
};

function WebhookEvents({ webhookId, isPaused }: { webhookId: number; isPaused: boolean }) {
  const utils = trpc.useUtils();
  const events = trpc.webhooks.deliveries.useQuery(
    { webhookId },
    {
      refetchInterval: ({ state }) =>
        !isPaused && state.data?.some((one) => one.state === 'waiting')
          ? REFRESH_MILLISECONDS
          : false,
    },
  );
  // The line above shows what the receiver has accepted.
  const found = events.data;
  useEffect(() => {
    if (found) void utils.webhooks.list.invalidate();
  }, [found, utils]);
  const sendAgain = trpc.webhooks.sendAgain.useMutation({
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
    onSettled: () => utils.webhooks.invalidate(),
  });
  return (
    <QueryView query={events} skeleton={<Skeleton className="h-16" />}>
      {(shown) =>
        shown.length === 0 ? (
          <p className="text-muted">{m.webhookNoEvents()}</p>
        ) : (
          <ul className="divide-y divide-line rounded-field bg-sunk px-3">
            {shown.map((event) => (
              <EventLine
                key={event.id}
                event={event}
                onSendAgain={isPaused ? null : () => sendAgain.mutate({ eventId: event.id })}
              />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

type EventLineProps = { event: WebhookEvent; onSendAgain: (() => void) | null };

function EventLine({ event, onSendAgain }: EventLineProps) {
  const { state, attempts, dueAt, createdAt } = event;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{eventText(event)}</span>
          <Badge tone={stateTones[state]}>{stateTexts[state]()}</Badge>
        </p>
        <p className="text-muted text-sm">
          {[
            momentText(createdAt),
            answerText(event),
            state === 'waiting' && attempts > 0 && m.webhookNextTry({ when: momentText(dueAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {onSendAgain && state !== 'waiting' && (
        <Button variant="secondary" size="small" onClick={onSendAgain}>
          {m.webhookSendAgain()}
        </Button>
      )}
    </li>
  );
}

function eventText({ type, subject }: WebhookEvent): string {
  const id = subject.split('/')[1] ?? '';
  switch (type) {
    case 'order.placed':
      return m.webhookEventPlaced({ id });
    case 'order.changed':
      return m.webhookEventChanged({ id });
    case 'product.stock':
      return m.webhookEventStock({ id });
    case 'lot.changed':
      return m.lotNumber({ id });
    case 'webhook.test':
      return m.webhookEventTest();
  }
}

function answerText({ lastProblem, lastStatus }: WebhookEvent): string | null {
  const status = lastStatus ?? '';
  switch (lastProblem) {
    case 'noAnswer':
      return m.webhookNoAnswer();
    case 'forbiddenAddress':
      return m.webhookForbidden();
    case 'unreadable':
      return m.webhookUnreadable();
    case 'redirect':
      return m.webhookRedirected({ status });
    default:
      return lastStatus === null ? null : m.webhookAnswered({ status });
  }
}
