import { countActions, listActions } from '#features/operator/server/log/chain-queries.ts';
import { verifyLog } from '#features/operator/server/log/verify-log.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { type Call, type Command, CommandError, idIn, reads } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

export const logCommand: Command = {
  usage: 'log [--before <number>], log verify',
  about: `what operators did, saw and were refused, newest first, ${OPERATOR_LIST_MAX} at a time: when, who, what and why. verify: finds rows that were changed, removed, added or reordered`,
  run: (call) => (call.words[0] === 'verify' ? verify(call) : showLog(call)),
};

async function showLog(call: Call) {
  const { db, options } = call;
  const beforeId = options.before === undefined ? null : idIn(options.before, 'line of the log');
  const actions = await reads(call, 'log', (tx) => listActions(tx, beforeId));
  const rows = actions.map(({ id, happenedAt, operator, action, outcome, details }) => [
    id,
    happenedAt,
    operator,
    action,
    outcome,
    JSON.stringify(details),
  ]);
  const headings = ['number', 'when', 'who', 'what', 'outcome', 'with what and why'];
  const none = beforeId === null ? 'Nothing was done yet.' : 'Nothing was done before that.';
  // Without the row about this look.
  const since = beforeId ?? (actions[0]?.id ?? 0) + 1;
  const more = (await countActions(db, since)) - rows.length;
  return drawTable(headings, rows, none) + moreText(more, `log --before ${actions.at(-1)?.id}`);
}

/** @throws CommandError if the log was changed, so that a script notices */
async function verify({ db, services }: Call): Promise<string> {
  const verdict = await verifyLog(db, services.operatorSettings.logFolder);
  switch (verdict.outcome) {
    case 'intact':
      return `The log is intact: ${verdict.rows} rows, compared with ${verdict.published} published heads.`;
    case 'rowWrong':
      throw new CommandError(
        `The log was changed: row ${verdict.id} does not fit the one before it.`,
      );
    case 'endWrong':
      throw new CommandError(
        `The log was changed at its end: it has ${verdict.rows} rows, and ${verdict.recorded} were recorded.`,
      );
    case 'rewritten':
      throw new CommandError(
        `The log was rewritten, or a backup was restored: row ${verdict.head.rows} differs from what was published on ${verdict.head.day}.`,
      );
  }
}
