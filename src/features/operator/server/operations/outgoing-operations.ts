import { outgoingKinds } from '#features/notifications/server/count-outgoing.ts';
import { heldMessagesInput, noteInput } from '#features/operator/rules/operations.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { findStanding, nameLiveDatabase } from '#platform/server/live-database-queries.ts';
import { dropHeld, releaseHeld } from '#platform/server/outbox/queries.ts';
import { endAccessAgain } from './end-access-again.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

/** Mail, SMS and notifications, which a copy of the database does not send; and its payouts. */
const roles = ['lead'] as const;

export const enableOutgoing = defineOperation({
  name: 'outgoing enable',
  input: noteInput,
  roles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    if ((await findStanding(tx)).isLive) throw new OperatorError(say(m.deskLiveAlready, {}));
    const ended = await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: false, now });
    return { said: (options) => `${m.deskLive({}, options)} ${ended(options)}` };
  },
});

export const enablePayouts = defineOperation({
  name: 'payouts enable',
  input: noteInput,
  roles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    const { isLive, paysOut } = await findStanding(tx);
    if (paysOut) throw new OperatorError(say(m.deskPaysOutAlready, {}));
    const ended = isLive ? null : await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: true, now });
    return {
      said: (options) => [m.deskPaysOut({}, options), ended?.(options)].filter(Boolean).join(' '),
    };
  },
});

const endHeld = (name: string, apply: typeof releaseHeld, text: typeof m.deskReleased) =>
  defineOperation({
    name,
    input: heldMessagesInput,
    roles,
    async work(tx, { message }, { now, services }) {
      const id = message === 'all' ? undefined : message;
      const number = await apply(tx, { kinds: outgoingKinds(services), now, id });
      if (number === 0) throw new OperatorError(say(m.deskNoHeldMessage, {}));
      return { said: say(text, { number }), details: { number } };
    },
  });

export const releaseMessages = endHeld('outgoing release', releaseHeld, m.deskReleased);
export const dropMessages = endHeld('outgoing drop', dropHeld, m.deskDropped);
