import { countOutgoing } from '#features/notifications/server/count-outgoing.ts';
import { findStanding, nameLiveDatabase } from '#platform/server/live-database-queries.ts';
import { type Call, type Command, OperatorError, recorded } from './command.ts';

/** Mail, SMS and notifications, which a copy of the database does not send. */
export const outgoingCommands: Record<string, Command> = {
  outgoing: {
    usage: 'outgoing, outgoing enable [--reason "…"]',
    about:
      'whether mail, SMS and notifications go out, and how many wait. enable: this database, a restored copy say, is the live one from now on: they go out, and orders and offers expire again',
    run: (call) => (call.words[0] === 'enable' ? enable(call) : show(call)),
  },
};

const HELD =
  'This database is a copy, or was moved: no mail, SMS or notification goes out, and no order or offer expires, until `outgoing enable` says that it is the live one. Make sure first that no other one is.';

async function show({ db, services }: Call) {
  const { isLive } = await findStanding(db);
  const { letters, sms, notifications } = await countOutgoing(db, services);
  return `${isLive ? 'Mail, SMS and notifications go out.' : HELD}\nWaiting: mail ${letters}, SMS ${sms}, notifications ${notifications}.`;
}

function enable(call: Call) {
  return recorded(call, {
    action: 'outgoing enable',
    details: { reason: call.options.reason },
    work: async (tx, now) => {
      if ((await findStanding(tx)).isLive)
        throw new OperatorError('This database is the live one already.');
      await nameLiveDatabase(tx, { paysOut: false, now });
      return 'This database is the live one from now on. Payouts still wait for `payouts enable`.';
    },
  });
}
