import { countOutgoing, outgoingKinds } from '#features/notifications/server/count-outgoing.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { findStanding, nameLiveDatabase } from '#platform/server/live-database-queries.ts';
import { countHeld, dropHeld, listHeld, releaseHeld } from '#platform/server/outbox/queries.ts';
import { type Call, type Command, idIn, needed, OperatorError, recorded } from './command.ts';
import { drawTable, moreText } from './draw-table.ts';

/** Mail, SMS and notifications, which a copy of the database does not send. */
export const outgoingCommands: Record<string, Command> = {
  outgoing: {
    usage:
      'outgoing, outgoing enable [--reason "…"], outgoing held, outgoing release|drop <message>|all --reason "…"',
    about:
      'whether mail, SMS and notifications go out, and how many wait. enable: this database, a restored copy say, is the live one from now on: they go out, and orders and offers expire again. held: those that are more than a day old, after an outage say. release, drop: sends one or all of them after all, or never',
    run: (call) => {
      switch (call.words[0]) {
        case undefined:
          return show(call);
        case 'enable':
          return enable(call);
        case 'held':
          return showHeld(call);
        case 'release':
        case 'drop':
          return decide(call, call.words[0]);
        default:
          throw new OperatorError('What about them? enable, held, release or drop.');
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

function enable(call: Call) {
  return recorded(call, {
    action: 'outgoing enable',
    details: { reason: call.options.reason },
    work: async (tx, now) => {
      if ((await findStanding(tx)).isLive)
        throw new OperatorError('This database is the live one already.');
      await nameLiveDatabase(tx, { paysOut: false, now });
      return 'This database is the live one from now on. What is more than a day old waits for `outgoing release`, and payouts still wait for `payouts enable`.';
    },
  });
}

async function showHeld(call: Call) {
  const held = await listHeld(call.db, { ...heldIn(call), limit: OPERATOR_LIST_MAX });
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

const decisions = {
  release: { apply: releaseHeld, said: 'released and go out now' },
  drop: { apply: dropHeld, said: 'dropped' },
} as const;

function decide(call: Call, decision: keyof typeof decisions) {
  const which = call.words[1];
  const id = which === 'all' ? undefined : idIn(which, 'message');
  const reason = needed(call, 'reason');
  const { apply, said } = decisions[decision];
  return recorded(call, {
    action: `outgoing ${decision}`,
    details: { message: id ?? 'all', reason },
    work: async (tx) => {
      const number = await apply(tx, { ...heldIn(call), id });
      if (number === 0) throw new OperatorError('No such message is held.');
      return { said: `Messages ${said}: ${number}.`, details: { number } };
    },
  });
}
