import { countOutgoing, outgoingKinds } from '#features/notifications/server/count-outgoing.ts';
import {
  dropMessages,
  enableOutgoing,
  releaseMessages,
} from '#features/operator/server/operations/outgoing-operations.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import { countHeld, listHeld } from '#platform/server/outbox/queries.ts';
import { type Call, type Command, CommandError, does, idIn, needed, reads } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

/** Mail, SMS and notifications, which a copy of the database does not send. */
export const outgoingCommands: Record<string, Command> = {
  outgoing: {
    usage:
      'outgoing, outgoing enable [--reason "…"], outgoing held, outgoing release|drop <message>|all --reason "…"',
    about:
      'whether mail, SMS and notifications go out, and how many wait. enable: this database, a restored copy say, is the live one from now on: they go out, and orders and offers expire again. held: those that are more than a day old, after an outage say. release, drop: sends one or all of them after all, or never',
    run: async (call) => {
      switch (call.words[0]) {
        case undefined:
          return show(call);
        case 'enable':
          return does(call, enableOutgoing, { reason: call.options.reason });
        case 'held':
          return showHeld(call);
        case 'release':
        case 'drop':
          return decide(call, call.words[0]);
        default:
          throw new CommandError('What about them? enable, held, release or drop.');
      }
    },
  },
};

const COPY =
  'This database is a copy, or was moved: no mail, SMS or notification goes out, and no order or offer expires, until `outgoing enable` says that it is the live one. Make sure first that no other one is.';

const heldIn = ({ services }: Call) => ({
  kinds: outgoingKinds(services),
  now: services.clock(),
});

async function show(call: Call) {
  const { db, services } = call;
  const { isLive } = await findStanding(db);
  const { letters, sms, notifications } = await countOutgoing(db, services);
  const held = await countHeld(db, heldIn(call));
  return [
    isLive ? 'Mail, SMS and notifications go out.' : COPY,
    `Waiting: mail ${letters}, SMS ${sms}, notifications ${notifications}.`,
    held > 0 && `More than a day old: ${held}. \`outgoing held\` lists them; release or drop them.`,
  ]
    .filter(Boolean)
    .join('\n');
}

async function showHeld(call: Call) {
  const held = await reads(call, 'outgoing held', (tx) =>
    listHeld(tx, { ...heldIn(call), limit: OPERATOR_LIST_MAX }),
  );
  const rows = held.map(({ id, kind, payload, createdAt, expiresAt }) => [
    id,
    kind,
    JSON.stringify(payload),
    createdAt,
    expiresAt,
  ]);
  const headings = ['message', 'kind', 'about', 'written', 'lapses'];
  return (
    drawTable(headings, rows, 'No message is held.') +
    moreText((await countHeld(call.db, heldIn(call))) - rows.length)
  );
}

const decisions = { release: releaseMessages, drop: dropMessages } as const;

async function decide(call: Call, decision: keyof typeof decisions) {
  const which = call.words[1];
  const message = which === 'all' ? which : idIn(which, 'message');
  return does(call, decisions[decision], { message, reason: needed(call, 'reason') });
}
