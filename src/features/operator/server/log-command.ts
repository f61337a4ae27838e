import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { type Call, type Command, idIn } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';
import { countActions, listActions } from './queries.ts';

export const logCommand: Command = {
  usage: 'log [--before <number>]',
  about: `what was done with this command, newest first, ${OPERATOR_LIST_MAX} at a time: when, who, what and why`,
  run: showLog,
};

async function showLog({ db, options }: Call) {
  const beforeId = options.before === undefined ? null : idIn(options.before, 'line of the log');
  const actions = await listActions(db, beforeId);
  const rows = actions.map(({ id, happenedAt, operator, action, details }) => [
    id,
    happenedAt,
    operator,
    action,
    JSON.stringify(details),
  ]);
  const headings = ['number', 'when', 'who', 'what', 'with what and why'];
  const none = beforeId === null ? 'Nothing was done yet.' : 'Nothing was done before that.';
  const more = (await countActions(db, beforeId)) - rows.length;
  return drawTable(headings, rows, none) + moreText(more, `log --before ${actions.at(-1)?.id}`);
}
