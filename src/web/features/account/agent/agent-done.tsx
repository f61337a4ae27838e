import { Link } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { phoneText } from '#web/ui/format/phone-text.ts';
import type { useAgentSignup } from './use-agent-signup.ts';

type AgentDoneProps = {
  signup: Pick<ReturnType<typeof useAgentSignup>, 'newest' | 'signedUp' | 'startAnother'>;
  homePath: '/buyer-dashboard' | '/farmer/dashboard';
};

/** The account is there: what the farmer can do now, and on to the next one. */
export function AgentDone({ signup: { newest, signedUp, startAnother }, homePath }: AgentDoneProps) {
  return (
    <div className="grid gap-5">
      <Notice type="success">{m.agentDone({ name: newest?.name ?? '' })}</Notice>
      <p>{m.agentDoneText()}</p>
      <div className="grid gap-2">
        <h2 className="font-bold text-lg">{m.agentSoFar()}</h2>
        <ul className="divide-y divide-line">
          {signedUp.map(({ name, phoneNumber }) => (
            <li key={phoneNumber} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="font-semibold">{name}</span>
              <span className="text-muted tabular-nums">{phoneText(phoneNumber)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button onClick={startAnother}>{m.agentAnother()}</Button>
        <Link to={homePath} className="link inline-flex min-h-11 items-center">
          {m.dashboardLink()}
        </Link>
      </div>
    </div>
  );
}
