import { useRouteContext } from '@tanstack/react-router';
import { dashboardPaths } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { hasSms } from '#web/app/shell/site-info.ts';
import { AgentConsent } from '#web/features/account/agent/agent-consent.tsx';
import { AgentDone } from '#web/features/account/agent/agent-done.tsx';
import { AgentSignupForm } from '#web/features/account/agent/agent-signup-form.tsx';
import { useAgentSignup } from '#web/features/account/agent/use-agent-signup.ts';
import { LazyCodeEntry } from '#web/features/codes/lazy-code-entry.tsx';
import { usePreload } from '#web/ui/browser/lazy.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Whoever is logged in makes the account of a farmer without an email, who stands beside them. */
export function AgentRoute() {
  const { session } = useRouteContext({ from: '/screens/agent' });
  usePreload(LazyCodeEntry);
  const signup = useAgentSignup();
  const { step, newest } = signup;
  const isForm = hasSms() && !step && !newest;
  return (
    <AccountPage title={m.agentPageTitle()} lead={isForm ? m.agentLead() : undefined} isBroad={isForm}>
      {!hasSms() && <Notice type="info">{m.agentNoSms()}</Notice>}
      {isForm && <AgentSignupForm signup={signup} />}
      {step && !newest && (
        <div className="grid gap-6">
          <AgentConsent name={signup.name} />
          <LazyCodeEntry
            purpose="verify-phone"
            step={step}
            onStep={signup.keepStep}
            requestCode={signup.requestCode}
            onConfirmed={signup.takeConsent}
            confirmedText={m.phoneProvenMessage()}
            backLabel={m.backToForm()}
            onBack={signup.backToForm}
          />
        </div>
      )}
      {newest && <AgentDone signup={signup} homePath={dashboardPaths[session.user.role]} />}
    </AccountPage>
  );
}
