import {
  FACET_QUERY_MAX_MILLISECONDS,
  REPLICA_BEHIND_MAX_SECONDS,
} from '#platform/rules/limits.ts';
import { createDatabase, type Database, type ReadKind } from './database.ts';
import {
  counted,
  type Deadlines,
  HOST_ANSWER_MILLISECONDS,
  type Load,
  within,
} from './deadlines.ts';
import { openPool, type PoolOptions, runOn } from './open-pool.ts';
import type { LogPosition, PrimaryState } from './read-position.ts';
import { socketsTo } from './sockets.ts';

/*
 * One replica. Its lag is measured by log positions: the primary is regularly asked for its
 * position, and the replica for the one that it has replayed. The replica shows the primary's state
 * at the newest of those moments that it has reached. The age of the last replayed transaction is
 * no measure, because it grows while nobody writes. Nor is whether everything received has been
 * replayed, because the replica may no longer receive anything. A replica that received more than
 * the promoted standby continues in a log of its own and could appear to be ahead, so its timeline
 * must equal the primary's.
 */

/** The primary's log position at a moment, by performance.now(). */
export type Sample = PrimaryState & { at: number };

export type Replica = {
  readonly databases: Record<ReadKind, Database>;
  /** The replica's lag in seconds; null while it is not in use. */
  behindSeconds(): number | null;
  hasReplayed(position: LogPosition): Promise<boolean>;
  /** Settles like `work`, or rejects at once when the replica is taken out of use. */
  whileUsed<T>(work: Promise<T>): Promise<T>;
  /**
   * Asks the replica for its state.
   * @param samples the newest last
   */
  check(samples: Sample[]): Promise<void>;
  /** Takes the replica out of use until it passes a check again. Queries on it fail at once. */
  leaveOut(): void;
  close(): Promise<void>;
};

const STATE = `select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)::text as timeline`;
type State = { isStandby: boolean; replayed: string | null; timeline: string };

export type ReplicaOptions = {
  pools: Record<'queries' | 'searches' | 'counts' | 'lists', number>;
  deadlines: Deadlines;
  load: Load;
};

export function openReplica(url: string, options: ReplicaOptions): Replica {
  const { databases, askState, endSockets, close } = openConnections(url, options);
  let replayed: LogPosition = 0n;
  /** When the primary was in the state that the replica shows, by performance.now(). */
  let showsMoment = Number.NEGATIVE_INFINITY;

  const underWay = createRejectableWork();
  const leaveOut = () => {
    showsMoment = Number.NEGATIVE_INFINITY;
    endSockets();
    // The driver would resend a query that waits for a connection to the same host.
    underWay.rejectAll(new Error('The replica was left out'));
  };
  const behindSeconds = () => {
    const seconds = (performance.now() - showsMoment) / 1000;
    return seconds <= REPLICA_BEHIND_MAX_SECONDS ? seconds : null;
  };
  return {
    databases,
    behindSeconds,
    async hasReplayed(position) {
      if (replayed >= position) return true;
      const state = await askState();
      // The replayed position only grows, so an older answer that arrives late changes nothing.
      const now = BigInt(state?.replayed ?? 0);
      if (state?.isStandby && now > replayed) replayed = now;
      return replayed >= position;
    },
    whileUsed: underWay.add,
    async check(samples) {
      try {
        const state = await askState();
        const position = BigInt(state?.replayed ?? 0);
        const reached = samples.findLast((sample) => sample.position <= position);
        // A promoted replica is the primary now, and no longer a replica.
        const isFollowing =
          state?.isStandby && reached && Number(state.timeline) === reached.timeline;
        replayed = isFollowing ? position : 0n;
        showsMoment = isFollowing ? reached.at : Number.NEGATIVE_INFINITY;
      } catch {
        leaveOut();
      }
    },
    leaveOut,
    close,
  };
}

/** Promises that can be rejected before they settle. */
function createRejectableWork() {
  const rejects = new Set<(error: Error) => void>();
  return {
    add: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        rejects.add(reject);
        work.then(resolve, reject).finally(() => rejects.delete(reject));
      }),
    rejectAll(error: Error) {
      for (const reject of rejects) reject(error);
    },
  };
}

function openConnections(url: string, { pools, deadlines, load }: ReplicaOptions) {
  const sockets = socketsTo(url);
  const open = (max: number, options: Partial<PoolOptions> = {}) =>
    openPool({ url, socket: sockets.open }, { max, deadlines, ...options });
  const [queries, searches, checks] = [open(pools.queries), open(pools.searches), open(1)];
  const counts = open(pools.counts, { statementMilliseconds: FACET_QUERY_MAX_MILLISECONDS });
  const lists = open(pools.lists, { planCacheMode: 'force_generic_plan' });
  const databaseOn = (pool: typeof queries) => {
    const run = runOn(pool, deadlines);
    return createDatabase(
      (statement) => counted(load, 'queries', run(statement)),
      () => Promise.reject(new Error('A replica is only read, without transactions')),
    );
  };
  return {
    databases: {
      db: databaseOn(queries),
      searches: databaseOn(searches),
      counts: databaseOn(counts),
      lists: databaseOn(lists),
    },
    async askState(): Promise<State | undefined> {
      const answer = checks.unsafe<State[]>(STATE);
      const [state] = await within(answer, {
        what: "a replica's state",
        milliseconds: HOST_ANSWER_MILLISECONDS,
      });
      return state;
    },
    endSockets: sockets.endAll,
    close: async () => {
      await Promise.all(
        [queries, searches, counts, lists, checks].map((pool) => pool.end({ timeout: 5 })),
      );
    },
  };
}
