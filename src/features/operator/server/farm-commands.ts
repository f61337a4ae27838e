import { recordVisit } from '#features/farms/server/record-visit.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { position as positionInput } from '#platform/rules/geo/geo-input.ts';
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
    usage: 'visited <email or number> [--at=-0.4169,36.9510] --reason "…"',
    about:
      "shows buyers that a person was at this farmer's farm; say in the reason who was there and what they saw. With --at the farm's pin moves to where they stood, for a farmer who joined by phone",
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
  const position = positionIn(call);
  return recorded(call, {
    action: isVisited ? 'visited' : 'unvisited',
    details: { ...detailsOf(address), reason, ...position },
    work: async (tx, now) => {
      const visitedAt = isVisited ? now : null;
      const found = await recordVisit(tx, { address, visitedAt, position });
      if (found === 'unknown') throw new OperatorError(`No farmer has an account with ${address}.`);
      if (found === 'already')
        throw new OperatorError(`The farm of ${address} is not marked as visited.`);
      return isVisited
        ? `The farm of ${address} is shown as visited.`
        : `The farm of ${address} is no longer shown as visited.`;
    },
  });
}

/** @throws OperatorError if --at is not a latitude and a longitude */
function positionIn({ options: { at } }: Call): Position | null {
  if (at === undefined) return null;
  const [latitude = '', longitude = '', ...rest] = at.split(',');
  const position = positionInput.safeParse({
    latitude: Number(latitude),
    longitude: Number(longitude),
  });
  if (!position.success || rest.length > 0 || latitude.trim() === '' || longitude.trim() === '')
    throw new OperatorError('--at is a latitude and a longitude: --at=-0.4169,36.9510');
  return position.data;
}
