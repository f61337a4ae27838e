import type { Mailer } from './adapters/mailer.ts';
import type { Sms } from './adapters/sms.ts';
import type { WebPush } from './adapters/web-push.ts';
import {
  findStanding,
  nameContinuation,
  nameLiveDatabaseAtFirst,
} from './db/live-database-queries.ts';

/** How long an answer is used. */
export const LIVE_KNOWN_SECONDS = 1;
/** A promotion takes seconds. A later timeline is more likely a restored backup. */
const PROMOTION_MILLISECONDS = 10 * 60 * 1000;

/** If not, nothing is sent to users or happens by time alone. */
export type LiveDatabase = { isLive(): Promise<boolean> };

const HELD =
  'This database is a copy, or was moved: it sends nothing until `npm run operator -- outgoing enable`.';

/** The first database is marked as live, unless it looks like a restored dump. */
export async function rememberLiveDatabase(
  db: Database,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
) {
  try {
    await nameLiveDatabaseAtFirst(db, clock());
    const { isLive, paysOut } = await findStanding(db);
    if (!isLive)
      log.warn(`${HELD} Until then it also pays out nothing, and no order or offer expires.`);
    else if (!paysOut)
      log.warn('This database pays out nothing until a lead enables payouts at /desk.');
  } catch (error) {
    log.error(
      { err: error },
      'Nothing is sent or paid out, for this database does not say which it is; see docs/operations/backups.md.',
    );
  }
}

/**
 * A running server follows a failover, so that logins keep working. One that starts on a promoted
 * standby waits for the operator.
 */
export function watchLiveDatabase(
  db: Database,
  { clock, log }: Pick<Services, 'clock' | 'log'>,
): LiveDatabase {
  let known: Promise<boolean> = Promise.resolve(false);
  let knownSince = Number.NEGATIVE_INFINITY;
  let liveAt = Number.NEGATIVE_INFINITY;
  let couldTell = true;

  async function ask() {
    try {
      let { isLive } = await findStanding(db);
      if (
        !isLive &&
        performance.now() - liveAt < PROMOTION_MILLISECONDS &&
        (await nameContinuation(db, clock()))
      ) {
        log.warn(
          'The database goes on after a failover. It pays out nothing until a lead enables payouts at /desk.',
        );
        isLive = true;
      }
      if (isLive) liveAt = performance.now();
      couldTell = true;
      return isLive;
    } catch (error) {
      if (couldTell)
        log.warn(
          { err: error },
          'nothing is sent while the database does not say whether it is the live one',
        );
      couldTell = false;
      return false;
    }
  }

  return {
    isLive() {
      if (performance.now() - knownSince >= LIVE_KNOWN_SECONDS * 1000) {
        knownSince = performance.now();
        known = ask();
      }
      return known;
    },
  };
}

/* For what is sent at once, such as a code. The sending loops skip their rounds. */

export const holdMails = (mailer: Mailer, { isLive }: LiveDatabase): Mailer => ({
  ...mailer,
  async send(mail) {
    if (!(await isLive())) throw new Error(HELD);
    await mailer.send(mail);
  },
});

export const holdSms = (sms: Sms, { isLive }: LiveDatabase): Sms => ({
  ...sms,
  send: async (message) => ((await isLive()) ? sms.send(message) : { kind: 'down', reason: HELD }),
});

export const holdPushes = (webPush: WebPush, { isLive }: LiveDatabase): WebPush => ({
  ...webPush,
  send: async (target, message) =>
    (await isLive())
      ? webPush.send(target, message)
      : { kind: 'later', reason: HELD, retryAfterSeconds: null },
});
