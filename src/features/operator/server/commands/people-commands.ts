import { type OperatorRole, operatorRoles } from '#features/operator/rules/operator-roles.ts';
import { operationsByName } from '#features/operator/server/operations/all-operations.ts';
import {
  changeRole,
  closeOperator,
  invite,
  newOperatorLink,
} from '#features/operator/server/operations/people-operations.ts';
import { approve, decline } from '#features/operator/server/operations/perform.ts';
import { listOperators } from '#features/operator/server/people/queries.ts';
import { listOpenRequests } from '#features/operator/server/requests/queries.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { drawTable } from './draw-table.ts';

/** The operators' accounts at the desk, and requests that need a second person. */
export const peopleCommands: Record<string, Command> = {
  operators: {
    usage: 'operators',
    about: 'the accounts at /desk, with their roles',
    run: showOperators,
  },
  invite: {
    usage: 'invite <name> --role reader|support|finance|lead --email … --reason "…"',
    about:
      'makes an account at /desk, and mails a link that works once. A person has one name, here and in OPERATORS',
    run: async (call) =>
      does(call, invite, {
        name: nameIn(call),
        role: roleIn(call),
        email: needed(call, 'email'),
        reason: needed(call, 'reason'),
      }),
  },
  'new-link': {
    usage: 'new-link <name> --email … --reason "…"',
    about: 'mails a link to an operator who lost the passkey or the authenticator',
    run: async (call) =>
      does(call, newOperatorLink, {
        name: nameIn(call),
        email: needed(call, 'email'),
        reason: needed(call, 'reason'),
      }),
  },
  role: {
    usage: 'role <name> --role reader|support|finance|lead --reason "…"',
    about: 'gives an operator another role',
    run: async (call) =>
      does(call, changeRole, {
        name: nameIn(call),
        role: roleIn(call),
        reason: needed(call, 'reason'),
      }),
  },
  close: {
    usage: 'close <name> --reason "…"',
    about: 'ends the account of an operator, and logs them out',
    run: async (call) =>
      does(call, closeOperator, { name: nameIn(call), reason: needed(call, 'reason') }),
  },
  requests: {
    usage: 'requests',
    about: 'what needs a second person, oldest first',
    run: showRequests,
  },
  approve: {
    usage: 'approve <request>',
    about: 'approves what another operator has requested, and does it',
    run: async ({ db, services, person, words }) => {
      const requestId = idIn(words[0], 'request');
      const decision = { requestId, operations: operationsByName, person, services };
      return (await approve(db, decision))({ locale: 'en' });
    },
  },
  decline: {
    usage: 'decline <request> --reason "…"',
    about: 'declines it, or withdraws an own request',
    run: async (call) => {
      const { db, services, person, words } = call;
      const requestId = idIn(words[0], 'request');
      const reason = needed(call, 'reason');
      await decline(db, { requestId, reason, operations: operationsByName, person, services });
      return `Request ${requestId} is declined.`;
    },
  },
};

/** @throws CommandError if the word is missing */
function nameIn({ words: [name] }: Call): string {
  if (!name) throw new CommandError('Which operator? Give the name.');
  return name;
}

function roleIn(call: Call): OperatorRole {
  const typed = needed(call, 'role');
  const role = operatorRoles.find((known) => known === typed);
  if (!role) throw new CommandError(`--role is one of ${operatorRoles.join(', ')}.`);
  return role;
}

async function showOperators(call: Call) {
  const rows = (await reads(call, 'operators', listOperators)).map(
    ({ name, role, closedAt, linkExpiresAt }) => [
      name,
      role,
      closedAt ? 'closed' : linkExpiresAt ? 'has a link' : 'open',
      closedAt ?? linkExpiresAt,
    ],
  );
  return drawTable(['name', 'role', 'account', 'since, or until'], rows, 'There are no operators.');
}

async function showRequests(call: Call) {
  const now = call.services.clock();
  const requests = await reads(call, 'requests', (tx) => listOpenRequests(tx, now));
  const rows = requests.map(({ id, requestedAt, requestedBy, operation, input }) => [
    id,
    requestedAt,
    requestedBy,
    operation,
    JSON.stringify(input),
  ]);
  return drawTable(
    ['request', 'since', 'by', 'what', 'with'],
    rows,
    'Nothing needs a second person.',
  );
}
