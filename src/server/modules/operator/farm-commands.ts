import { recordVisit } from '#server/modules/farms/record-visit.ts';
import { type Call, type Command, needed, OperatorError, recorded } from './command.ts';

/** What a person found out about a farm on the spot; the log keeps who wrote it down, when and why. */
export const farmCommands: Record<string, Command> = {
  visited: {
    usage: 'visited <email> --reason "…"',
    about: "shows buyers that a person was at this farmer's farm; say in the reason who was there and what they saw",
    run: (call) => writeDown(call, true),
  },
  unvisited: {
    usage: 'unvisited <email> --reason "…"',
    about: 'takes that mark away; it also goes when the farm is moved',
    run: (call) => writeDown(call, false),
  },
};

function writeDown(call: Call, isVisited: boolean) {
  const [email] = call.words;
  if (!email?.includes('@')) throw new OperatorError('Whose farm? Give the email address of the farmer.');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: isVisited ? 'visited' : 'unvisited',
    details: { email, reason },
    work: async (tx, now) => {
      const found = await recordVisit(tx, { email, visitedAt: isVisited ? now : null });
      if (found === 'unknown') throw new OperatorError(`No farmer has an account with ${email}.`);
      if (found === 'already') throw new OperatorError(`The farm of ${email} is not marked as visited.`);
      return isVisited ? `The farm of ${email} is shown as visited.` : `The farm of ${email} is no longer shown as visited.`;
    },
  });
}
