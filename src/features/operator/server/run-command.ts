import { parseArgs } from 'node:util';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { describeError, isUnforeseen } from '#platform/server/http/describe-error.ts';
import type { Logger } from '#platform/server/log.ts';
import { accountCommands } from './commands/account-commands.ts';
import { type Call, type Command, CommandError } from './commands/command.ts';
import { farmCommands } from './commands/farm-commands.ts';
import { logCommand } from './commands/log-command.ts';
import { moneyCommands } from './commands/money-commands.ts';
import { orderCommands } from './commands/order-commands.ts';
import { outgoingCommands } from './commands/outgoing-commands.ts';
import { payoutCommands } from './commands/payout-commands.ts';
import { peopleCommands } from './commands/people-commands.ts';
import { priceCommands } from './commands/price-commands.ts';
import { reportCommands } from './commands/report-commands.ts';
import { statementCommands } from './commands/statement-commands.ts';
import { COMMAND_LINE, type Person } from './operations/operator-services.ts';
import { findRole } from './operations/two-people.ts';

const commands: Record<string, Command> = {
  ...orderCommands,
  ...moneyCommands,
  ...payoutCommands,
  ...outgoingCommands,
  ...accountCommands,
  ...farmCommands,
  ...reportCommands,
  ...priceCommands,
  ...statementCommands,
  ...peopleCommands,
  log: logCommand,
};

/** `operator`: the name of a key, or of the system user. */
export type Typed = { operator: string; arguments: string[] };
export type Printed = { isDone: boolean; text: string };

/**
 * Runs a command of the operator, and returns the text to print. A command that fails prints the
 * reason and changes nothing.
 */
export async function runCommand(
  db: Database,
  typed: Typed,
  services: Call['services'],
): Promise<Printed> {
  try {
    const { positionals, values } = parseArgs({
      args: typed.arguments,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        receipt: { type: 'string' },
        amount: { type: 'string' },
        after: { type: 'string' },
        before: { type: 'string' },
        'before-dispute-window-ends': { type: 'boolean' },
        'without-asking-mpesa': { type: 'boolean' },
        'with-small-ones': { type: 'boolean' },
        alone: { type: 'boolean' },
        at: { type: 'string' },
        day: { type: 'string' },
        role: { type: 'string' },
        email: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const [name, ...words] = positionals;
    if (name === undefined || name === 'help' || values.help)
      return { isDone: true, text: helpText() };
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new CommandError(`There is no command ${JSON.stringify(name)}.\n\n${helpText()}`);
    return {
      isDone: true,
      text: await command.run({
        db,
        services,
        person: await personOf(db, typed.operator, services),
        words,
        options: values,
      }),
    };
  } catch (error) {
    return { isDone: false, text: reasonOf(error, services) };
  }
}

/**
 * A key has the role of the account with its name. Without one, and for a user of the system, it is
 * that of a lead.
 * @throws CommandError if the account is closed
 */
async function personOf(db: Database, name: string, services: Call['services']): Promise<Person> {
  const hasKey = services.operatorSettings.keyNames.includes(name);
  const role = hasKey ? await findRole(db, name, services) : 'lead';
  if (!role)
    throw new CommandError(`The account of ${name} is closed. Remove the key from OPERATORS.`);
  return { name, role, device: COMMAND_LINE };
}

function helpText(): string {
  const lines = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  // Keys are created by the client, so that a key is nowhere but where it was created.
  const newKey =
    '  new-key <name>\n      makes a key for an operator, and the entry of the setting OPERATORS that lets it in';
  return ['npm run operator -- <command>', ...lines, newKey].join('\n');
}

function reasonOf(error: unknown, { log }: { log: Logger }): string {
  if (error instanceof CommandError) return error.message;
  // The messages of parseArgs about an unknown option, or one without its value.
  if (
    error instanceof TypeError &&
    'code' in error &&
    String(error.code).startsWith('ERR_PARSE_ARGS')
  )
    return error.message;
  if (!(error instanceof AppError) && isUnforeseen(error))
    log.error({ err: error }, "a command of the operator's failed unexpectedly");
  return describeError(error, 'en').message;
}
