/*
 * `npm run operator` is for what the desk cannot do: the first account, new links when nobody can
 * log in, a restored database, and scripts.
 */

import { parseArgs } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { describeError, isUnforeseen } from '#server/http/rest.ts';
import { operatorRoles } from '../rules/desk-input.ts';
import { operations, operationsByName } from './operations/all-operations.ts';
import {
  COMMAND_LINE,
  findRole,
  type Operation,
  type OperatorServices,
  type Person,
} from './operations/operation.ts';
import { approve, perform } from './operations/perform.ts';
import { verifyLog } from './published-log.ts';

export type Typed = { operator: string; arguments: string[] };
export type Printed = { isDone: boolean; text: string };

type Options = {
  reason?: string | undefined;
  role?: string | undefined;
  email?: string | undefined;
};
type Call = {
  db: Database;
  services: OperatorServices;
  person: Person;
  words: string[];
  options: Options;
};

/** The help shows `usage` and `about`. `run` returns the text to print. */
type Command = { usage: string; about: string; run: (call: Call) => Promise<string> };

class CommandError extends Error {
  override readonly name = 'CommandError';
}

const commands: Record<string, Command> = {
  invite: {
    usage: 'invite <name> --role reader|support|finance|lead --email … --reason "…"',
    about:
      'makes an account at /desk, and mails a link that works once. A person has one name, here and in OPERATORS',
    run: (call) => does(call, operations.invite, { ...linkInput(call), role: roleIn(call) }),
  },
  'new-link': {
    usage: 'new-link <name> --email … --reason "…"',
    about: 'mails a link to an operator who lost the passkey or the authenticator',
    run: (call) => does(call, operations.newOperatorLink, linkInput(call)),
  },
  approve: {
    usage: 'approve <request>',
    about: 'approves what another operator has requested, and does it, if nobody else can log in',
    run: async ({ db, services, person, words: [word = ''] }) => {
      if (!/^\d{1,9}$/.test(word)) throw new CommandError('Which request? Give its number.');
      const requestId = Number(word);
      const decision = { requestId, operations: operationsByName, person, services };
      return (await approve(db, decision))({ locale: 'en' });
    },
  },
  'outgoing enable': {
    usage: 'outgoing enable [--reason "…"]',
    about:
      'this database, a restored copy say, is the live one from now on: mail, SMS and notifications go out, and orders and offers expire again',
    run: (call) => does(call, operations.enableOutgoing, { reason: call.options.reason }),
  },
  'log verify': {
    usage: 'log verify',
    about: 'finds rows of the log that were changed, removed, added or reordered',
    run: verify,
  },
  'prices import': {
    usage: 'prices import <file.csv>',
    about: "takes the ministry's table of market prices, whose known lines stay as they are",
    run: importPart,
  },
};

export async function runCommand(
  db: Database,
  typed: Typed,
  services: OperatorServices,
): Promise<Printed> {
  try {
    const { positionals, values } = parseArgs({
      args: typed.arguments,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        role: { type: 'string' },
        email: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (positionals.length === 0 || positionals[0] === 'help' || values.help)
      return { isDone: true, text: helpText() };
    const [name, command] =
      Object.entries(commands).find(([known]) =>
        known.split(' ').every((word, at) => positionals[at] === word),
      ) ?? [];
    if (!name || !command) throw new CommandError(`There is no such command.\n\n${helpText()}`);
    const words = positionals.slice(name.split(' ').length);
    const person = await personOf(db, typed.operator, services);
    return {
      isDone: true,
      text: await command.run({ db, services, person, words, options: values }),
    };
  } catch (error) {
    return { isDone: false, text: reasonOf(error, services) };
  }
}

/**
 * A key without an account, and a user of the system, have the role of a lead. Throws if the
 * account is closed.
 */
async function personOf(db: Database, name: string, services: OperatorServices): Promise<Person> {
  const hasKey = services.operatorSettings.keyNames.includes(name);
  const role = hasKey ? await findRole(db, name, services) : 'lead';
  if (!role)
    throw new CommandError(`The account of ${name} is closed. Remove the key from OPERATORS.`);
  return { name, role, device: COMMAND_LINE };
}

async function does<Input extends object>(
  { db, services, person }: Call,
  operation: Operation<Input>,
  input: NoInfer<Input>,
) {
  const checked = operation.input.parse(input);
  const performed = await perform(db, operation, { input: checked, person, services });
  if (performed.outcome === 'done') return performed.said({ locale: 'en' });
  return `This takes two people. Another operator approves it within a day at /desk, or with npm run operator -- approve ${performed.requestId}`;
}

function linkInput(call: Call) {
  const [name] = call.words;
  if (!name) throw new CommandError('Which operator? Give the name.');
  return { name, email: needed(call, 'email'), reason: needed(call, 'reason') };
}

function roleIn(call: Call) {
  const typed = needed(call, 'role');
  const role = operatorRoles.find((known) => known === typed);
  if (!role) throw new CommandError(`--role is one of ${operatorRoles.join(', ')}.`);
  return role;
}

function needed({ options }: Call, name: keyof Options) {
  const text = options[name]?.trim();
  if (!text) throw new CommandError(`--${name} is missing.`);
  return text;
}

/** Throws if the log was changed, so that a script notices. */
async function verify({ db, services }: Call) {
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

/** The client sends the column names with each part, and the number of the part's first line. */
async function importPart(call: Call) {
  const [line = '', text] = call.words;
  const firstLine = Number(line);
  if (text === undefined || !Number.isSafeInteger(firstLine))
    throw new CommandError('Which file? prices import <file.csv>.');
  return does(call, operations.importPrices, { firstLine, text });
}

function helpText() {
  const lines = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  // Created by the client, so that a key is nowhere but where it was created.
  const newKey =
    '  new-key <name>\n      makes a key for an operator, and the entry of the setting OPERATORS that lets it in';
  return ['npm run operator -- <command>', ...lines, newKey].join('\n');
}

function reasonOf(error: unknown, { log }: { log: Logger }) {
  if (error instanceof CommandError) return error.message;
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
