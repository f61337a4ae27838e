import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { dropEntry, retryEntry } from '#platform/web/offline/entries.ts';
import type { Entry } from '#platform/web/offline/entry.ts';
import { sendNow } from '#platform/web/offline/send-entries.ts';
import { readUser } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** The quantity counted here, and the server's current one. */
type Conflict = { mine: number; theirs: number };

/**
 * Both quantities if the stock has changed since the farmer looked at it; null for any other
 * refusal.
 */
export function quantityConflict({
  refusal,
  input,
}: Pick<Entry, 'refusal' | 'input'>): Conflict | null {
  const theirs = refusal?.code === 'QUANTITY_CHANGED' ? refusal.facts.quantity : undefined;
  const mine = (input as { quantity?: unknown } | null | undefined)?.quantity;
  return typeof theirs === 'number' && typeof mine === 'number' ? { mine, theirs } : null;
}

export function QuantityChoice({
  entry,
  conflict: { mine, theirs },
}: {
  entry: Entry;
  conflict: Conflict;
}) {
  const { key, kind, input } = entry;
  const choose = (quantity: number) => {
    const user = readUser();
    if (!user) return;
    // The other changes of a product must still be sent.
    const isDone = quantity === theirs && kind === 'setQuantity';
    const changed = { ...(input as object), quantity, quantitySeen: theirs };
    void (isDone ? dropEntry(user.id, key) : retryEntry(user.id, key, changed)).then(sendNow);
  };
  return (
    <div
      role="alert"
      className="grid gap-3 rounded-field bg-maize-soft px-3 py-2.5 text-on-maize-soft"
    >
      <p className="font-semibold">{m.queueQuantityChanged()}</p>
      <div className="grid grid-cols-2 gap-2">
        <Figure
          text={m.queueMine({ quantity: figureText(mine) })}
          label={m.queueUseMine()}
          onChoose={() => choose(mine)}
        />
        <Figure
          text={m.queueTheirs({ quantity: figureText(theirs) })}
          label={m.queueKeepTheirs()}
          onChoose={() => choose(theirs)}
        />
      </div>
    </div>
  );
}

const Figure = ({
  text,
  label,
  onChoose,
}: {
  text: string;
  label: string;
  onChoose: () => void;
}) => (
  <div className="grid content-between justify-items-center gap-2 rounded-field bg-card px-2 py-3 text-center text-ink">
    <p className="font-bold text-lg tabular-nums">{text}</p>
    <Button size="small" variant="secondary" isWide onClick={onChoose}>
      {label}
    </Button>
  </div>
);
