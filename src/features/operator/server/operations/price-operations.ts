import { importPricesInput, noteInput } from '#operator/rules/operations.ts';
import { importReferencePrices } from '#prices/server/import-reference-prices.ts';
import { rollUpPrices } from '#prices/server/roll-up-prices.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

const roles = ['lead'] as const;

export const rebuildPrices = defineOperation({
  name: 'prices rebuild',
  input: noteInput,
  roles,
  async work(tx, _, { services }) {
    const made = await rollUpPrices(tx, { isFromScratch: true }, services);
    if (!made) throw new OperatorError(say(m.deskPricesBusy, {}));
    return { said: say(m.deskPricesRebuilt, made), details: made };
  },
});

export const importPrices = defineOperation({
  name: 'prices import',
  input: importPricesInput,
  roles,
  logged: ({ firstLine }) => ({ firstLine }),
  async work(tx, { firstLine, text }, { now }) {
    const found = await importReferencePrices(tx, { text, firstLine }, now);
    if (found.outcome === 'otherTable')
      throw new OperatorError(say(m.deskPricesOtherTable, { missing: found.missing.join(', ') }));
    const { added, known, refused } = found;
    const reasons = refused.map(({ line, reason }) => `line ${line}: ${reason}`);
    const counts = { added, known, refused: refused.length };
    return {
      said: (options) => [m.deskPricesImported(counts, options), ...reasons].join('\n'),
      details: counts,
    };
  },
});
