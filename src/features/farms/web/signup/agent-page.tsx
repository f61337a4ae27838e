import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { LazyCodeEntry } from '#features/accounts/web/codes/lazy-code-entry.tsx';
import type { Role } from '#platform/rules/role.ts';
import type { dashboardPaths } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { AccountPage } from '#platform/web/shell/account-page.tsx';
import { hasSms } from '#platform/web/shell/site-info.ts';
import { usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { AgentConsent } from './agent-consent.tsx';
import { AgentDone } from './agent-done.tsx';
import { AgentSignupForm } from './agent-signup-form.tsx';
import { SignedUpList } from './signed-up-list.tsx';
import { useAgentSignup } from './use-agent-signup.ts';

/** Lets a logged-in user create the account of a farmer without an email, who is present. */
export function AgentPage({ homePath }: { homePath: (typeof dashboardPaths)[Role] }) {
  usePreload(LazyCodeEntry);
  const signup = useAgentSignup();
  const { step, newest } = signup;
  const isForm = hasSms() && !step && !newest;
  return (
    <AccountPage
      title={m.agentPageTitle()}
      lead={isForm ? m.agentLead() : undefined}
      headerLink={
        <Link
          to={homePath}
          className="link inline-flex min-h-11 min-w-11 items-center justify-center"
        >
          {/* Only an icon on a narrow phone, where the text would touch the name of the site. */}
          <UserRound aria-hidden="true" className="size-5 min-[28rem]:hidden" />
          <span className="max-[28rem]:sr-only">{m.dashboardLink()}</span>
        </Link>
      }
      isBroad={isForm}
    >
      {!hasSms() && <Notice type="info">{m.agentNoSms()}</Notice>}
      {isForm && <AgentSignupForm signup={signup} />}
      {step && !newest && (
        <div className="grid gap-6">
          <AgentConsent name={signup.name} isToSend={step.toSend !== undefined} />
          <LazyCodeEntry
            purpose="verify-phone"
            purposeText={m.agentCode({ name: signup.name })}
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
      {newest && <AgentDone signup={signup} homePath={homePath} />}
      {(!step || newest) && <SignedUpList />}
    </AccountPage>
  );
}
