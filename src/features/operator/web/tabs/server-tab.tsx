import { PRICES_MAX_CHARACTERS, PRICES_PART_CHARACTERS } from '#operator/rules/desk-input.ts';
import { splitTable } from '#operator/rules/desk-texts.ts';
import { m } from '#text';
import { Skeleton } from '#ui/elements.tsx';
import { Notice, QueryView } from '#ui/feedback.tsx';
import { momentText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { inputFacts } from '../case-texts.ts';
import { Choices } from '../cases/choices.tsx';
import { perform, type ServerPageData } from '../desk-client.ts';
import { ImportFile, Section } from '../desk-parts.tsx';

export function ServerTab() {
  const query = trpc.desk.server.useQuery();
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-96 w-full" />}>
      {(page) => (
        <div className="grid max-w-prose gap-4">
          <Messages {...page} />
          <Section title={m.deskPrices()}>
            <div className="grid gap-4">
              <ImportFile
                label={m.deskOpImportPrices()}
                hint={m.deskImportPricesHint()}
                charactersMax={PRICES_MAX_CHARACTERS}
                onImport={importPrices}
              />
              <Choices choices={page.priceChoices} isPlain />
            </div>
          </Section>
        </div>
      )}
    </QueryView>
  );
}

function Messages({
  isLive,
  paysOut,
  waiting: { letters, sms, notifications },
  held,
  heldCount,
  messageChoices,
}: ServerPageData) {
  return (
    <Section title={m.messagesTitle()}>
      <div className="grid gap-4">
        {!isLive && <Notice type="error">{m.deskMessagesStop()}</Notice>}
        {!paysOut && <Notice type="error">{m.deskPayoutsStop()}</Notice>}
        <p>{m.deskMessagesWaiting({ letters, sms, notifications })}</p>
        {messageChoices.length > 0 && <Choices choices={messageChoices} isPlain />}
        {heldCount > 0 && (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center font-bold">
              {m.deskHeldMessages({ count: heldCount })}
            </summary>
            <ul className="grid gap-4">
              {held.map(({ id, kind, createdAt, payload, choices }) => (
                <li key={id} className="grid gap-1">
                  <p>
                    <span className="font-semibold">{kind}</span>{' '}
                    <span className="text-muted text-sm">{momentText(createdAt)}</span>
                  </p>
                  <p className="wrap-anywhere text-muted text-sm">
                    {inputFacts(payload)
                      .map(([name, value]) => `${name}: ${value}`)
                      .join(' · ')}
                  </p>
                  <Choices choices={choices} isPlain />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Section>
  );
}

/** If a later part fails, the earlier ones stay, and a repetition adds only the rest. */
async function importPrices(text: string): Promise<string> {
  const said = [];
  for (const input of splitTable(text, PRICES_PART_CHARACTERS)) {
    said.push(await perform('importPrices', { input }));
  }
  return said.join('\n') || m.sendFailed();
}
