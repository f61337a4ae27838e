import { KeyRound } from 'lucide-react';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';

const LazyKeyList = lazy(
  () => import('./key-list.tsx').then(({ KeyList }) => KeyList),
  <Skeleton className="h-24" />,
);

/** The row of the settings with the API keys, which few people open. */
export function ApiKeys({ forRole, loginName }: { forRole: Role; loginName: string }) {
  return (
    <SettingsRow Icon={KeyRound} title={m.keysTitle()} value={m.keysValue()}>
      <LazyKeyList forRole={forRole} loginName={loginName} />
    </SettingsRow>
  );
}
