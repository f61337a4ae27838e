import { reconciliationInput } from '#features/operator/rules/reconciliation.ts';
import {
  closeUnmatched,
  importStatement,
} from '#features/operator/server/operations/statement-operations.ts';
import { readReconciliation } from '#features/operator/server/read-desk.ts';
import type { Difference } from '#features/operator/server/reconciliation/reconcile-day.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import { type Call, type Command, CommandError, does, needed } from './command.ts';
import { drawTable } from './draw-table.ts';

export const statementCommands: Record<string, Command> = {
  statement: {
    usage:
      'statement [--day 2026-03-01] | statement import <file.csv> | statement close <receipt> --reason "…"',
    about:
      "compares a day (yesterday) of M-Pesa's statements with our payments, payouts and refunds; imports a statement from the organisation portal; closes a payment that no order has",
    run: async (call) => {
      const [word, text = ''] = call.words;
      switch (word) {
        case undefined:
          return show(call);
        case 'import':
          if (call.words.length < 2)
            throw new CommandError('Which file? statement import <file.csv>.');
          return does(call, importStatement, { text });
        case 'close':
          if (text === '') throw new CommandError('Which receipt?');
          return does(call, closeUnmatched, { receipt: text, reason: needed(call, 'reason') });
        default:
          throw new CommandError('What about it? import <file.csv>, or close <receipt>.');
      }
    },
  },
};

const names: Record<Difference['what'], string> = {
  theirsOnly: 'M-Pesa only',
  oursOnly: 'ours only',
  otherAmount: 'other amount',
  otherName: 'other name',
};

async function show(call: Call) {
  const { db, person, services, options } = call;
  const asked = reconciliationInput.safeParse({
    day: options.day ?? daysAfter(dayInNairobi(services.clock()), -1),
  });
  if (!asked.success) throw new CommandError('Which day? --day 2026-03-01.');
  const { day } = asked.data;
  const { statements, matched, charges, differences, unmatched } = await readReconciliation(
    db,
    day,
    { person, services },
  );
  const head =
    statements.length === 0
      ? `No statement of ${day} was imported.`
      : `${day}: matched ${matched.in.count} in (KES ${matched.in.amount.toFixed(2)}), ${matched.out.count} out (KES ${matched.out.amount.toFixed(2)}); charges KES ${charges.toFixed(2)}.`;
  const table = drawTable(
    ['what', 'receipt', 'when', 'M-Pesa', 'with whom', 'ours', 'order', 'name', 'closed because'],
    differences.map(({ what, receipt, at, theirs, ours, closedReason }) => [
      names[what],
      receipt,
      at,
      theirs?.amount.toFixed(2),
      theirs?.otherParty,
      ours && `${ours.kind} ${ours.id}: ${ours.amount.toFixed(2)}`,
      ours?.orderId,
      ours?.payee,
      closedReason,
    ]),
    'Nothing differs.',
  );
  const open = drawTable(
    ['receipt', 'KES', 'when', 'from', 'account'],
    unmatched.map(({ receipt, amount, completedAt, otherParty, accountNumber }) => [
      receipt,
      amount.toFixed(2),
      completedAt,
      otherParty,
      accountNumber,
    ]),
    'No payment is without an order.',
  );
  return `${head}\n${table}\n\nPayments without an order, on any day:\n${open}`;
}
