import { KeyRound } from 'lucide-react';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';

const waiting = <Skeleton className="h-24" />;

const LazyKeyList = lazy(
  () => import('#features/accounts/web/settings/key-list.tsx').then(({ KeyList }) => KeyList),
  waiting,
);
const LazyWebhookList = lazy(
  () => import('#features/webhooks/web/webhook-list.tsx').then(({ WebhookList }) => WebhookList),
  waiting,
);

type OwnProgramsProps = { forRole: Role; loginName: string };

/** The row of the settings with the API keys and webhooks, which few people open. */
export function OwnPrograms(props: OwnProgramsProps) {
  return (
    <SettingsRow
      id="programs"
      Icon={KeyRound}
      title={m.ownProgramsTitle()}
      value={m.ownProgramsValue()}
    >
      <h3 className="font-bold">{m.keysTitle()}</h3>
      <LazyKeyList {...props} />
      <h3 className="mt-4 border-line border-t pt-5 font-bold">{m.webhooksTitle()}</h3>
      <LazyWebhookList {...props} />
    </SettingsRow>
  );
}
