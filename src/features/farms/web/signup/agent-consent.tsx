import { m } from '#platform/rules/text/compiled/messages.js';

/** The text that the agent reads out before the farmer tells the code, or sends it to us. */
export function AgentConsent({ name, isToSend }: { name: string; isToSend: boolean }) {
  const ifAgreed = isToSend ? m.agentIfAgreedSend() : m.agentIfAgreedTell();
  return (
    <section className="grid gap-3 rounded-field bg-maize-soft p-4 text-on-maize-soft sm:p-5">
      <h2 className="font-bold text-xl">{m.agentConsentTitle({ name })}</h2>
      <blockquote className="border-current border-l-4 pl-4 text-lg">
        {m.agentConsent({ ifAgreed })}
      </blockquote>
      <p className="text-sm">{m.agentConsentNote()}</p>
    </section>
  );
}
