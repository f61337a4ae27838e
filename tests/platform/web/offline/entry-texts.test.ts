import { kinds } from '#app/web/features.ts';
import { entryTitle, sizeOf } from '#app/web/pending/export-entries.ts';
import { quantityConflict } from '#app/web/pending/pending-row.tsx';
import type { Entry } from '#platform/web/offline/entry.ts';
import { registerKinds } from '#platform/web/offline/kinds.ts';
import { m } from '#text';

registerKinds(kinds);

const poisoned = [
  { kind: 'setQuantity', parts: { name: 'Kale', quantity: 3, unit: 'no such unit' } },
  { kind: 'setQuantity', parts: {} },
  { kind: 'message', parts: undefined },
  { kind: 'unheardOf', parts: null },
] as unknown as Pick<Entry, 'kind' | 'parts'>[];

test('the list of pending changes opens with any content of an entry, so that it can be deleted', () => {
  for (const entry of poisoned) expect(entryTitle(entry)).not.toBe('');
  expect(entryTitle({ kind: 'unheardOf', parts: {} })).toBe(m.queueKindOther());
  expect(sizeOf({ input: undefined, bytes: 7 })).toBe(7);
  const refusal = { sentence: 'No', code: 'QUANTITY_CHANGED', facts: { quantity: 3 } } as const;
  for (const input of [undefined, null, 'text', {}])
    expect(quantityConflict({ input, refusal })).toBeNull();
});
