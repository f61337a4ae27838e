import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { hasSms } from '#platform/web/shell/site-info.ts';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { SettingsSection } from './settings-section.tsx';

/**
 * The link to the page on which a user creates an account for another person. Nothing without SMS.
 */
export function AgentLink() {
  if (!hasSms()) return null;
  return (
    <SettingsSection title={m.agentSettingsTitle()} lead={m.agentSettingsLead()}>
      <Link to="/agent" className={`${buttonClass({ variant: 'secondary' })} justify-self-start`}>
        {m.agentPageTitle()}
      </Link>
    </SettingsSection>
  );
}
