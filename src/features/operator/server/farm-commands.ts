import { recordVisit } from '#features/farms/server/record-visit.ts';
import {
  addressIn,
  type Call,
  type Command,
  detailsOf,
  needed,
  OperatorError,
  recorded,
} from './command.ts';

/** Records the results of farm visits. The log keeps who recorded each, when and why. */
export const farmCommands: Record<string, Command> = {
  visited: {
    usage: 'visited <email or number> --reason "…"',
    about:
      "shows buyers that a person was at this farmer's farm; say in the reason who was there and what they saw",
    run: (call) => writeDown(call, true),
  },
  unvisited: {
    usage: 'unvisited <email or number> --reason "…"',
    about: 'takes that mark away; it also goes when the farm is moved',
    run: (call) => writeDown(call, false),
  },
};

function writeDown(call: Call, isVisited: boolean) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: isVisited ? 'visited' : 'unvisited',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const found = await recordVisit(tx, { address, visitedAt: isVisited ? now : null });
      if (found === 'unknown') throw new OperatorError(`No farmer has an account with ${address}.`);
      if (found === 'already')
        throw new OperatorError(`The farm of ${address} is not marked as visited.`);
      return isVisited
        ? `The farm of ${address} is shown as visited.`
        : `The farm of ${address} is no longer shown as visited.`;
    },
  });
}
