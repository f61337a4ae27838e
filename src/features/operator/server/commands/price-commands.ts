import {
  importPrices,
  rebuildPrices,
} from '#features/operator/server/operations/price-operations.ts';
import { type Call, type Command, CommandError, does } from './command.ts';

export const priceCommands: Record<string, Command> = {
  prices: {
    usage: 'prices rebuild | prices import <file.csv>',
    about:
      "makes what prices come to again from everything that was observed; or takes the ministry's table of market prices, whose known lines stay as they are",
    run: async (call) => {
      const [word, ...rest] = call.words;
      if (word === 'rebuild') return does(call, rebuildPrices, {});
      if (word === 'import') return takeLines(call, rest);
      throw new CommandError('What about them? rebuild, or import <file.csv>.');
    },
  },
};

/**
 * Imports some lines of a file. The client sends the row of column names with each part, and the
 * number of the part's first line in the file.
 */
async function takeLines(call: Call, [line = '', text]: string[]) {
  const firstLine = Number(line);
  if (text === undefined || !Number.isSafeInteger(firstLine))
    throw new CommandError('Which file? prices import <file.csv>.');
  return does(call, importPrices, { firstLine, text });
}
