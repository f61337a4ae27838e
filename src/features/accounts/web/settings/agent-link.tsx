import { Handshake } from 'lucide-react';
import { hasSms } from '#platform/web/shell/site-info.ts';
import { SettingsLink } from '#platform/web/ui/layout/settings-row.tsx';
import { m } from '#text';

export function AgentLink() {
  if (!hasSms()) return null;
  return (
    <SettingsLink
      to="/agent"
      Icon={Handshake}
      title={m.agentPageTitle()}
      value={m.agentSettingsTitle()}
    />
  );
}
