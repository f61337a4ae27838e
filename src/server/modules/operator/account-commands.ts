import { reportSimChange } from '#server/modules/accounts/phone-line.ts';
import { findAccountOf, suspendAccount, unsuspendAccount } from '#server/modules/accounts/suspend-account.ts';
import { changeLostNumber } from '#server/modules/farms/change-phone-number.ts';
import {
  hideFarmersProducts,
  hideProduct,
  unhideFarmersProducts,
  unhideProduct,
} from '#server/modules/products/hide-products.ts';
import { addressIn, type Call, type Command, detailsOf, idIn, needed, OperatorError, recorded } from './command.ts';

/** Shutting people out and taking offers off the market. */
export const accountCommands: Record<string, Command> = {
  suspend: {
    usage: 'suspend <email or number> --reason "…"',
    about: 'logs a person out everywhere, refuses their logins, and takes their products off the market',
    run: suspend,
  },
  unsuspend: {
    usage: 'unsuspend <email or number> --reason "…"',
    about: 'lets them in again, and brings back the products that went with the suspension',
    run: unsuspend,
  },
  'sim-changed': {
    usage: 'sim-changed <email or number> --reason "…"',
    about: 'asks the PIN before anything else by SMS and USSD, because the SIM may be in other hands; a right PIN ends it',
    run: changeSim,
  },
  'new-number': {
    usage: 'new-number <number> <new number> --reason "…"',
    about:
      'for somebody without an email whose number is lost: the account moves to the new number and is logged out everywhere, and payouts wait for a day',
    run: changeNumber,
  },
  hide: {
    usage: 'hide <product> --reason "…"',
    about: 'takes one product off the market; its number stands in the address of its page',
    run: hide,
  },
  unhide: { usage: 'unhide <product> --reason "…"', about: 'brings it back', run: unhide },
};

function suspend(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'suspend',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const suspension = await suspendAccount(tx, address, now);
      if (suspension.outcome === 'unknown') throw new OperatorError(`Nobody has an account with ${address}.`);
      if (suspension.outcome === 'already') throw new OperatorError(`${address} is suspended already.`);
      if (suspension.role === 'farmer') await hideFarmersProducts(tx, suspension.userId, suspension.since);
      return `${address} (${suspension.role}) is suspended and logged out everywhere.`;
    },
  });
}

function unsuspend(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'unsuspend',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const suspension = await unsuspendAccount(tx, address, now);
      if (suspension.outcome === 'unknown') throw new OperatorError(`Nobody has an account with ${address}.`);
      if (suspension.outcome === 'already') throw new OperatorError(`${address} is not suspended.`);
      if (suspension.role === 'farmer') await unhideFarmersProducts(tx, suspension.userId, suspension.since);
      return `${address} (${suspension.role}) may log in again.`;
    },
  });
}

function changeSim(call: Call) {
  const address = addressIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'sim-changed',
    details: { ...detailsOf(address), reason },
    work: async (tx, now) => {
      const userId = await findAccountOf(tx, address);
      if (userId === null) throw new OperatorError(`Nobody has an account with ${address}.`);
      await reportSimChange(tx, userId, { clock: () => now });
      return `From now on the phone of ${address} is asked for the PIN before anything else is done or told.`;
    },
  });
}

const notMoved = {
  unknown: 'Nobody has an account with this number.',
  hasEmail: 'This account has an email: its owner can log in with that and change the number.',
  taken: 'The new number is verified for another account.',
} as const;

function changeNumber(call: Call) {
  const [, ...rest] = call.words;
  const [address, phoneNumber] = [addressIn(call), addressIn({ ...call, words: rest })];
  if (phoneNumber.includes('@')) throw new OperatorError('To which number? Give it after the one until now.');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'new-number',
    details: { ...detailsOf(address), newNumber: phoneNumber, reason },
    work: async (tx, now) => {
      const { outcome } = await changeLostNumber(tx, { address, phoneNumber }, now);
      if (outcome !== 'done') throw new OperatorError(notMoved[outcome]);
      return `The account of ${address} has the number ${phoneNumber} now. Its owner chooses a new password with "Forgot Password?" if need be.`;
    },
  });
}

function hide(call: Call) {
  const productId = idIn(call.words[0], 'product');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'hide',
    details: { productId, reason },
    work: async (tx, now) => {
      const hiding = await hideProduct(tx, productId, now);
      if (hiding.outcome === 'changed') return `Product ${productId} (${hiding.name}) is off the market.`;
      throw new OperatorError(
        hiding.outcome === 'unknown' ? `There is no product ${productId}.` : `Product ${productId} is hidden already.`,
      );
    },
  });
}

const notUnhidden = {
  unknown: 'There is no such product.',
  already: 'It is not hidden.',
  suspended: 'Its farmer is suspended: it comes back with them.',
} as const;

function unhide(call: Call) {
  const productId = idIn(call.words[0], 'product');
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'unhide',
    details: { productId, reason },
    work: async (tx) => {
      const hiding = await unhideProduct(tx, productId);
      if (hiding.outcome !== 'changed') throw new OperatorError(notUnhidden[hiding.outcome]);
      return `Product ${productId} (${hiding.name}) is on the market again.`;
    },
  });
}
