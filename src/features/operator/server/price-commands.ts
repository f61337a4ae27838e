import { importReferencePrices } from '#features/prices/server/import-reference-prices.ts';
import { rollUpPrices } from '#features/prices/server/roll-up-prices.ts';
import { type Call, type Command, OperatorError, recorded } from './command.ts';

export const priceCommands: Record<string, Command> = {
  prices: {
    usage: 'prices rebuild | prices import <file.csv>',
    about:
      "makes what prices come to again from everything that was observed; or takes the ministry's table of market prices, whose known lines stay as they are",
    run: (call) => {
      const [word, ...rest] = call.words;
      if (word === 'rebuild') return rebuild(call);
      if (word === 'import') return takeLines(call, rest);
      throw new OperatorError('What about them? rebuild, or import <file.csv>.');
    },
  },
};

async function rebuild(call: Call): Promise<string> {
  const made = await rollUpPrices(call.db, { isFromScratch: true }, call.services);
  if (!made)
    throw new OperatorError('Prices are being rolled up just now. Try again in a few minutes.');
  const said = `Prices are made again: ${made.cells} cells of ${made.series} series.`;
  return recorded(call, { action: 'prices rebuild', details: made, work: async () => said });
}

/**
 * Imports some lines of a file. The client sends the row of column names with each part, and the
 * number of the part's first line in the file.
 */
function takeLines(call: Call, [line = '', text]: string[]) {
  const firstLine = Number(line);
  if (text === undefined || !Number.isSafeInteger(firstLine))
    throw new OperatorError('Which file? prices import <file.csv>.');
  return recorded(call, {
    action: 'prices import',
    details: { firstLine },
    work: async (tx, now) => {
      const found = await importReferencePrices(tx, { text, firstLine }, now);
      if (found.outcome === 'otherTable') {
        throw new OperatorError(
          `That is another table: it has no column ${found.missing.join(', ')}. Nothing was taken.`,
        );
      }
      const { added, known, refused } = found;
      const reasons = refused.map((row) => `line ${row.line}: ${row.reason}`);
      const said = [
        `${added} new, ${known} known already, ${refused.length} refused`,
        ...reasons,
      ].join('\n');
      return { said, details: { added, known, refused: refused.length } };
    },
  });
}
