import {
  hide,
  suspend,
  unhide,
  unsuspend,
} from '#features/operator/server/operations/account-operations.ts';
import type { Operation } from '#features/operator/server/operations/operation.ts';
import { type Call, type Command, does, idIn, needed } from './command.ts';
import { accountCommand, numberCommands } from './number-commands.ts';

/** Suspends users, handles lost numbers, and hides products. */
export const accountCommands: Record<string, Command> = {
  suspend: {
    usage: 'suspend <email or number> --reason "…"',
    about:
      'logs a person out everywhere, refuses their logins, and takes their products off the market',
    run: accountCommand(suspend),
  },
  unsuspend: {
    usage: 'unsuspend <email or number> --reason "…"',
    about: 'lets them in again, and brings back the products that went with the suspension',
    run: accountCommand(unsuspend),
  },
  ...numberCommands,
  hide: {
    usage: 'hide <product> --reason "…"',
    about: 'takes one product off the market; its number stands in the address of its page',
    run: productCommand(hide),
  },
  unhide: {
    usage: 'unhide <product> --reason "…"',
    about: 'brings it back',
    run: productCommand(unhide),
  },
};

function productCommand(operation: Operation<{ productId: number; reason: string }>) {
  return async (call: Call) =>
    does(call, operation, {
      productId: idIn(call.words[0], 'product'),
      reason: needed(call, 'reason'),
    });
}
