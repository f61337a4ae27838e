import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { failureText, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText, momentText } from '#platform/web/ui/format/date-text.ts';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';

type OpenSession = {
  id: number;
  device: string | null;
  isCurrent: boolean;
  isRemembered: boolean;
  createdAt: string;
  lastUsedAt: string;
};

/** `onEnded` leaves the dashboard, because logging out everywhere ends this session too. */
export function SessionList({ onEnded }: { onEnded: () => void }) {
  const sessions = trpc.auth.sessions.useQuery(undefined, { retry: retryUnlessRefused });
  const [isAsking, setIsAsking] = useState(false);
  const end = trpc.auth.logoutEverywhere.useMutation({
    onSuccess: onEnded,
    onError: (error) => showToast('error', failureText(error, m.logoutEverywhereFailed())),
    onSettled: () => setIsAsking(false),
  });
  return (
    <SettingsRow
      Icon={MonitorSmartphone}
      title={m.settingsSessionsTitle()}
      value={sessions.data && String(sessions.data.length)}
    >
      <QueryView
        query={sessions}
        skeleton={<Skeleton className="h-20" />}
        errorText={m.loadFailed()}
      >
        {(open) => (
          <ul className="divide-y divide-line">
            {open.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsAsking(true)}>
        {m.logoutEverywhereButton()}
      </Button>
      <ConfirmDialog
        title={m.logoutEverywhereTitle()}
        text={m.logoutEverywhereText()}
        confirmLabel={m.logoutEverywhereButton()}
        isOpen={isAsking}
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </SettingsRow>
  );
}

function SessionLine({
  session: { device, isCurrent, isRemembered, createdAt, lastUsedAt },
}: {
  session: OpenSession;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{device || m.sessionUnknownDevice()}</p>
        <p className="text-muted text-sm">
          {m.sessionLastUsed({ when: momentText(lastUsedAt) })} ·{' '}
          {m.sessionSince({ date: dateText(createdAt) })}
        </p>
      </div>
      <div className="flex gap-2">
        {isCurrent && <Badge>{m.sessionCurrent()}</Badge>}
        {isRemembered && <Badge tone="plain">{m.sessionRemembered()}</Badge>}
      </div>
    </li>
  );
}
