import { m } from '#platform/rules/text/compiled/messages.js';
import type { useAgentSignup } from './use-agent-signup.ts';

/** The text that the agent reads out before the farmer tells the code. */
export function AgentConsent({ name }: Pick<ReturnType<typeof useAgentSignup>, 'name'>) {
  return (
    <section className="grid gap-3 rounded-field bg-maize-soft p-4 text-on-maize-soft sm:p-5">
      <h2 className="font-bold text-xl">{m.agentConsentTitle({ name })}</h2>
      <blockquote className="border-current border-l-4 pl-4 text-lg">{m.agentConsent()}</blockquote>
      <p className="text-sm">{m.agentConsentNote()}</p>
    </section>
  );
}
