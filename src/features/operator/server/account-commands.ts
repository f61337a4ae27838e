import { suspendAccount, unsuspendAccount } from '#features/accounts/server/suspend-account.ts';
import {
  hideFarmersProducts,
  hideProduct,
  unhideFarmersProducts,
  unhideProduct,
} from '#features/products/server/hide-products.ts';
import {
  addressIn,
  type Call,
  type Command,
  detailsOf,
  idIn,
  needed,
  OperatorError,
  recorded,
} from './command.ts';
import { numberCommands } from './number-commands.ts';

/** Suspends users, handles lost numbers, and hides products. */
export const accountCommands: Record<string, Command> = {
  suspend: {
    usage: 'suspend <email or number> --reason "…"',
    about:
      'logs a person out everywhere, refuses their logins, and takes their products off the market',
    run: suspend,
  },
  unsuspend: {
    usage: 'unsuspend <email or number> --reason "…"',
    about: 'lets them in again, and brings back the products that went with the suspension',
    run: unsuspend,
  },
  ...numberCommands,
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
      if (suspension.outcome === 'unknown')
        throw new OperatorError(`Nobody has an account with ${address}.`);
      if (suspension.outcome === 'already')
        throw new OperatorError(`${address} is suspended already.`);
      if (suspension.role === 'farmer')
        await hideFarmersProducts(tx, suspension.userId, suspension.since);
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
      if (suspension.outcome === 'unknown')
        throw new OperatorError(`Nobody has an account with ${address}.`);
      if (suspension.outcome === 'already') throw new OperatorError(`${address} is not suspended.`);
      if (suspension.role === 'farmer')
        await unhideFarmersProducts(tx, suspension.userId, suspension.since);
      return `${address} (${suspension.role}) may log in again.`;
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
      if (hiding.outcome === 'changed')
        return `Product ${productId} (${hiding.name}) is off the market.`;
      throw new OperatorError(
        hiding.outcome === 'unknown'
          ? `There is no product ${productId}.`
          : `Product ${productId} is hidden already.`,
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
