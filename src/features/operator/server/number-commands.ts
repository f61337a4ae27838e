import { PIN_RESET_SECONDS } from '#features/accounts/rules/limits.ts';
import { keepPin, resetPin } from '#features/accounts/server/phone-line.ts';
import { findAccountOf } from '#features/accounts/server/suspend-account.ts';
import { changeLostNumber, reportLostSim } from '#features/farms/server/change-phone-number.ts';
import {
  accountIn,
  addressIn,
  type Call,
  type Command,
  detailsOf,
  needed,
  OperatorError,
  recorded,
} from './command.ts';
import { drawTable, kes, moreText } from './draw-table.ts';
import { countReleased, listReleased } from './queries.ts';

/** Phone numbers that have changed hands, and forgotten PINs. */
export const numberCommands: Record<string, Command> = {
  'sim-changed': {
    usage: 'sim-changed <email or number> --reason "…"',
    about:
      'the SIM may be in other hands: logs the person out everywhere, holds payouts, and takes the number alone for nothing until their PIN was right or an email has shown who they are',
    run: changeSim,
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
    run: removePin,
  },
  'keep-pin': {
    usage: 'keep-pin <email or number> --reason "…"',
    about: 'calls reset-pin off, for somebody who did not ask for it',
    run: leavePin,
  },
  released: {
    usage: 'released',
    about:
      'accounts whose number has gone to its new holder after 90 days of silence, with the money that waits for them',
    run: showReleased,
  },
};

function changeSim(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'sim-changed',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const userId = await findAccountOf(tx, address);
      if (userId === null) throw new OperatorError(`Nobody has an account with ${address}.`);
      const { isEmailRemoved } = await reportLostSim(tx, { userId, sessionId: null }, now);
      const removed = isEmailRemoved
        ? ' The email that was added to the account lately is removed.'
        : '';
      return `${address} is logged out everywhere and payouts wait. The number opens nothing until the right PIN or an email has shown who has it.${removed}`;
    },
  });
}

const notMoved = {
  unknown: 'There is no such account.',
  taken: 'The new number is verified for another account, which was heard from within 90 days.',
} as const;

function changeNumber(call: Call) {
  const account = accountIn(call);
  const [, ...rest] = call.words;
  const phoneNumber = addressIn({ ...call, words: rest });
  if (phoneNumber.includes('@'))
    throw new OperatorError('To which number? Give it after the account.');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'new-number',
    details: { ...detailsOf(account), newNumber: phoneNumber, reason },
    work: async (tx, now) => {
      const { outcome } = await changeLostNumber(tx, { account, phoneNumber }, now);
      if (outcome !== 'done') throw new OperatorError(notMoved[outcome]);
      return `The account has the number ${phoneNumber} now. Its owner chooses a new password with "Forgot Password?" if need be.`;
    },
  });
}

const notReset = {
  unknown: 'There is no such account.',
  none: 'The account has no PIN: its owner chooses one in the USSD menu or in the profile.',
  already: 'The PIN ends already. keep-pin calls that off.',
  doubtful: 'Somebody else may have this number. Use new-number, also for the same number.',
} as const;

function removePin(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'reset-pin',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const outcome = await resetPin(tx, address, now);
      if (outcome !== 'done') throw new OperatorError(notReset[outcome]);
      return `The PIN of ${address} ends in ${PIN_RESET_SECONDS / 3600} hours, and its owner is told. Then they dial in to choose a new one.`;
    },
  });
}

function leavePin(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'keep-pin',
    details: { ...detailsOf(address), reason },
    work: async (tx) => {
      const outcome = await keepPin(tx, address);
      if (outcome === 'unknown') throw new OperatorError(notReset.unknown);
      if (outcome === 'already') throw new OperatorError('No PIN of this account is about to end.');
      return `The PIN of ${address} stays.`;
    },
  });
}

async function showReleased({ db }: Call) {
  const released = await listReleased(db);
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
