import { countReleased, listReleased } from '#features/operator/server/number-queries.ts';
import {
  forgetPin,
  leavePin,
  newNumber,
  simChanged,
} from '#features/operator/server/operations/number-operations.ts';
import type { Operation } from '#features/operator/server/operations/operation.ts';
import { kes } from '#features/operator/server/operations/value-texts.ts';
import {
  accountIn,
  addressIn,
  type Call,
  type Command,
  CommandError,
  does,
  needed,
  reads,
} from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

/** Phone numbers that have changed hands, and forgotten PINs. */
export const numberCommands: Record<string, Command> = {
  'sim-changed': {
    usage: 'sim-changed <email or number> --reason "…"',
    about:
      'the SIM may be in other hands: logs the person out everywhere, holds payouts, and takes the number alone for nothing until their PIN was right or an email has shown who they are',
    run: accountCommand(simChanged),
  },
  'new-number': {
    usage: 'new-number <email, number or account> <new number> --reason "…"',
    about:
      'moves an account whose number is lost to a new one; it is logged out everywhere, and payouts wait for a day',
    run: changeNumber,
  },
  'reset-pin': {
    usage: 'reset-pin <email or number> --reason "…"',
    about:
      'removes a forgotten PIN in a day; the person is told, and the right PIN in the meantime calls it off',
    run: accountCommand(forgetPin),
  },
  'keep-pin': {
    usage: 'keep-pin <email or number> --reason "…"',
    about: 'calls reset-pin off, for somebody who did not ask for it',
    run: accountCommand(leavePin),
  },
  released: {
    usage: 'released',
    about:
      'accounts whose number has gone to its new holder after 90 days of silence, with the money that waits for them',
    run: showReleased,
  },
};

/** An operation about the account of an email or a number. */
export function accountCommand(operation: Operation<{ account: string; reason: string }>) {
  return async (call: Call) =>
    does(call, operation, { account: addressIn(call), reason: needed(call, 'reason') });
}

async function changeNumber(call: Call) {
  const account = accountIn(call);
  const [, ...rest] = call.words;
  const phoneNumber = addressIn({ words: rest });
  if (phoneNumber.includes('@'))
    throw new CommandError('To which number? Give it after the account.');
  const reason = needed(call, 'reason');
  return does(call, newNumber, { account, newNumber: phoneNumber, reason });
}

async function showReleased(call: Call) {
  const { db } = call;
  const released = await reads(call, 'released', listReleased);
  const rows = released.map(
    ({ userId, firstName, lastName, farm, email, releasedNumber, since, dueCents }) => [
      `account-${userId}`,
      `${firstName} ${lastName}`,
      farm,
      email,
      releasedNumber,
      since,
      kes(dueCents),
    ],
  );
  const headings = ['account', 'name', 'farm', 'email', 'number until then', 'since', 'owed'];
  return (
    drawTable(headings, rows, 'No number was released.') +
    moreText((await countReleased(db)) - rows.length)
  );
}
