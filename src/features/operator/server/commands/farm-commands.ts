import { unvisited, visited } from '#features/operator/server/operations/farm-operations.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { position as positionInput } from '#platform/rules/geo/geo-input.ts';
import { addressIn, type Call, type Command, CommandError, does, needed } from './command.ts';

/** Records the results of farm visits. */
export const farmCommands: Record<string, Command> = {
  visited: {
    usage: 'visited <email or number> [--at=-0.4169,36.9510] --reason "…"',
    about:
      "shows buyers that a person was at this farmer's farm; say in the reason who was there and what they saw. With --at the farm's pin moves to where they stood, for a farmer who joined by phone",
    run: async (call) =>
      does(call, visited, {
        account: addressIn(call),
        reason: needed(call, 'reason'),
        position: positionIn(call),
      }),
  },
  unvisited: {
    usage: 'unvisited <email or number> --reason "…"',
    about: 'takes that mark away; it also goes when the farm is moved',
    run: async (call) =>
      does(call, unvisited, { account: addressIn(call), reason: needed(call, 'reason') }),
  },
};

/** @throws CommandError if --at is not a latitude and a longitude */
function positionIn({ options: { at } }: Call): Position | null {
  if (at === undefined) return null;
  const [latitude = '', longitude = '', ...rest] = at.split(',');
  const position = positionInput.safeParse({
    latitude: Number(latitude),
    longitude: Number(longitude),
  });
  if (!position.success || rest.length > 0 || latitude.trim() === '' || longitude.trim() === '')
    throw new CommandError('--at is a latitude and a longitude: --at=-0.4169,36.9510');
  return position.data;
}
