import { Socket } from 'node:net';
import postgres from 'postgres';
import { repeatRounds } from '../repeat-rounds.ts';
import { HOST_ANSWER_MILLISECONDS, HOST_CHECK_MILLISECONDS, within } from './deadlines.ts';
import { type Address, RECONNECT_SECONDS } from './open-pool.ts';
import { socketsTo } from './sockets.ts';

/*
 * DATABASE_URL may name several hosts, one of which is the primary. All are checked twice a second,
 * and connections go to the one that accepts writes. When that host changes, connections to the
 * former one are closed, so that everything reconnects. PostgreSQL raises the timeline when a
 * standby is promoted. So if two hosts accept writes, the one with the higher timeline is the
 * primary. A former primary that returns with a timeline below the highest seen gets no
 * connections, even while the new primary does not respond.
 *
 * The driver's own list of hosts is not enough (postgres.js 3.4.9). While no host is a primary,
 * each connection tries one after the other without a pause and never rejects the waiting query,
 * which floods the standby that is being promoted. It keeps connections to a host that has lost
 * power for a quarter of an hour. And it accepts either of two primaries. Its check of the
 * connected host (target_session_attrs) is used as well, because a host may have changed since the
 * last check.
 */

const CONNECT_SECONDS = 1;

/** The timeline that a host writes. */
type Timeline = number;
/** SQL for the timeline of a log position: the first digits of its file name. */
export const timelineAt = (position: string) =>
  `('x' || left(pg_walfile_name(${position}), 8))::bit(32)::int`;

export type HostAnswer = Timeline | 'standby' | 'silent';
/**
 * `host`: its index in the list; null if there is no primary. `timeline`: the highest seen so far.
 */
export type Choice = { host: number | null; timeline: Timeline };

/**
 * Picks the primary from the hosts' answers. A primary that does not respond stays the primary
 * until another one is found.
 */
export function choosePrimary(answers: HostAnswer[], before: Choice): Choice {
  const timeline = Math.max(
    before.timeline,
    ...answers.filter((answer) => typeof answer === 'number'),
  );
  const current = before.host === null ? 'standby' : answers[before.host];
  if (current === timeline) return { host: before.host, timeline };
  const found = answers.indexOf(timeline);
  if (found >= 0) return { host: found, timeline };
  return { host: current === 'silent' ? before.host : null, timeline };
}

export type FollowedPrimary = Address & { close(): Promise<void> };

/**
 * Follows the primary among several hosts.
 * @param onChange called with the host of each primary after the first
 * @throws Error if none of the hosts is a primary now
 */
export async function followPrimary(
  urls: string[],
  onChange: (host: string) => void,
): Promise<FollowedPrimary> {
  const hosts = urls.map(openHost);
  let choice: Choice = { host: null, timeline: 0 };

  async function checkHosts() {
    const next = choosePrimary(await Promise.all(hosts.map((host) => host.ask())), choice);
    const isOther = next.host !== choice.host;
    const isFirst = choice.timeline === 0;
    choice = next;
    if (!isOther) return;
    for (const [at, host] of hosts.entries()) if (at !== next.host) host.connections.endAll();
    const found = next.host === null ? undefined : hosts[next.host];
    if (found && !isFirst) onChange(found.name);
  }

  await checkHosts();
  const checking = repeatRounds(checkHosts, {
    pauseMilliseconds: HOST_CHECK_MILLISECONDS,
    isPausedFirst: true,
  });
  const close = async () => {
    await checking.stop();
    await Promise.all(hosts.map((host) => host.close()));
  };
  if (choice.host === null) {
    await close();
    throw new Error(
      `None of the hosts ${hosts.map(({ name }) => name).join(', ')} is a primary that takes writes.`,
    );
  }
  return {
    // The driver gets a single host. With several it would not reject queries that wait for a
    // connection.
    url: urls[0] ?? '',
    socket: () =>
      (choice.host === null ? undefined : hosts[choice.host]?.connections.open()) ??
      refusedSocket(),
    isPrimary: true,
    close,
  };
}

function openHost(url: string) {
  const checks = socketsTo(url);
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: CONNECT_SECONDS,
    backoff: () => RECONNECT_SECONDS,
    connection: { application_name: 'sokoshamba: which is the primary' },
    onnotice: () => {},
    // An option of the driver that its types lack.
    ...{ socket: checks.open },
  });
  return {
    name: new URL(url).host,
    connections: socketsTo(url),
    async ask(): Promise<HostAnswer> {
      try {
        const question = sql.unsafe<
          { timeline: number | null }[]
        >(`select case when not pg_is_in_recovery()
          then ${timelineAt('pg_current_wal_lsn()')} end as timeline`);
        const [row] = await within(question, {
          what: 'which host is the primary',
          milliseconds: HOST_ANSWER_MILLISECONDS,
        });
        return row?.timeline ?? 'standby';
      } catch {
        // The next check must not wait for this one.
        checks.endAll();
        return 'silent';
      }
    },
    close: () => sql.end({ timeout: 1 }),
  };
}

/** For connections while there is no primary. It fails at once, and so does the waiting query. */
function refusedSocket(): Socket {
  const socket = new Socket();
  const error = Object.assign(new Error('No host is the primary now'), { code: 'ECONNREFUSED' });
  // Deferred until the driver has added its listeners.
  setImmediate(() => socket.destroy(error));
  return socket;
}
