import { useEffect } from 'react';
import type {
  DeliveryProblem,
  WebhookEventState,
  WebhookEventType,
} from '#features/webhooks/rules/webhook.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge, type BadgeTone } from '#platform/web/ui/feedback/badge.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';

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
type WebhookEventsProps = { webhookId: number; isPaused: boolean };

/** How often the list is read again while an event waits. */
const REFRESH_MILLISECONDS = 3000;

/** The last events of a webhook, and what its receiver answered. */
export function WebhookEvents({ webhookId, isPaused }: WebhookEventsProps) {
  const utils = trpc.useUtils();
  const events = trpc.webhooks.deliveries.useQuery(
    { webhookId },
    {
      retry: retryUnlessRefused,
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
    onError: (error) => showToast('error', failureText(error, m.webhookFailed())),
    onSettled: () => utils.webhooks.invalidate(),
  });
  return (
    <QueryView
      query={events}
      skeleton={<Skeleton className="h-16" />}
      errorText={m.webhookEventsFailed()}
    >
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

const stateTones: Record<WebhookEventState, BadgeTone> = {
  waiting: 'maize',
  delivered: 'leaf',
  failed: 'soil',
};
const stateTexts: Record<WebhookEventState, () => string> = {
  waiting: m.webhookStateWaiting,
  delivered: m.webhookStateDelivered,
  failed: m.webhookStateFailed,
};

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
