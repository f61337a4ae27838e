import { Handshake } from 'lucide-react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { hasSms } from '#platform/web/shell/site-info.ts';
import { SettingsLink } from '#platform/web/ui/layout/settings-row.tsx';

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
