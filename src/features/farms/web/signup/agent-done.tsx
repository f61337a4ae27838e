import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import type { useAgentSignup } from './use-agent-signup.ts';

type AgentDoneProps = {
  signup: Pick<ReturnType<typeof useAgentSignup>, 'newest' | 'startAnother'>;
  homePath: '/buyer-dashboard' | '/farmer/dashboard';
};

/** The account was created: what the farmer can do now, and a button for the next one. */
export function AgentDone({ signup: { newest, startAnother }, homePath }: AgentDoneProps) {
  return (
    <div className="grid gap-5">
      <Notice type="success">{m.agentDone({ name: newest?.name ?? '' })}</Notice>
      <p>{m.agentDoneText({ number: phoneText(newest?.phoneNumber ?? '') })}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button onClick={startAnother}>{m.agentAnother()}</Button>
        <Link to={homePath} className="link inline-flex min-h-11 items-center">
          {m.dashboardLink()}
        </Link>
      </div>
    </div>
  );
}
