import { suspendAccount, unsuspendAccount } from '#server/modules/accounts/suspend-account.ts';
import {
  hideFarmersProducts,
  hideProduct,
  unhideFarmersProducts,
  unhideProduct,
} from '#server/modules/products/hide-products.ts';
import { type Call, type Command, idIn, needed, OperatorError, recorded } from './command.ts';

/** Shutting people out and taking offers off the market. */
export const accountCommands: Record<string, Command> = {
  suspend: {
    usage: 'suspend <email> --reason "…"',
    about: 'logs a person out everywhere, refuses their logins, and takes their products off the market',
    run: suspend,
  },
  unsuspend: {
    usage: 'unsuspend <email> --reason "…"',
    about: 'lets them in again, and brings back the products that went with the suspension',
    run: unsuspend,
  },
  hide: {
    usage: 'hide <product> --reason "…"',
    about: 'takes one product off the market; its number stands in the address of its page',
    run: hide,
  },
  unhide: { usage: 'unhide <product> --reason "…"', about: 'brings it back', run: unhide },
};

function emailIn({ words: [email] }: Call): string {
  if (!email?.includes('@')) throw new OperatorError('Whom? Give the email address of the account.');
  return email;
}

function suspend(call: Call) {
  const email = emailIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'suspend',
    details: { email, reason },
    work: async (tx, now) => {
      const suspension = await suspendAccount(tx, email, now);
      if (suspension.outcome === 'unknown') throw new OperatorError(`Nobody has an account with ${email}.`);
      if (suspension.outcome === 'already') throw new OperatorError(`${email} is suspended already.`);
      if (suspension.role === 'farmer') await hideFarmersProducts(tx, suspension.userId, suspension.since);
      return `${email} (${suspension.role}) is suspended and logged out everywhere.`;
    },
  });
}

function unsuspend(call: Call) {
  const email = emailIn(call);
  const reason = needed(call, 'reason');
  return recorded(call, {
    action: 'unsuspend',
    details: { email, reason },
    work: async (tx, now) => {
      const suspension = await unsuspendAccount(tx, email, now);
      if (suspension.outcome === 'unknown') throw new OperatorError(`Nobody has an account with ${email}.`);
      if (suspension.outcome === 'already') throw new OperatorError(`${email} is not suspended.`);
      if (suspension.role === 'farmer') await unhideFarmersProducts(tx, suspension.userId, suspension.since);
      return `${email} (${suspension.role}) may log in again.`;
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
