import type { Call, Command } from './command.ts';
import { drawTable } from './draw-table.ts';
import { listActions } from './queries.ts';

export const logCommand: Command = {
  usage: 'log',
  about: 'what was done with this command, newest first: when, who, what and why',
  run: showLog,
};

async function showLog({ db }: Call) {
  const rows = (await listActions(db)).map(({ happenedAt, operator, action, details }) => [
    happenedAt,
    operator,
    action,
    JSON.stringify(details),
  ]);
  return drawTable(['when', 'who', 'what', 'with what and why'], rows, 'Nothing was done yet.');
}
