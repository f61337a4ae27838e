/*
 * Reads from standbys. A replica is used only if it responds, follows the primary's timeline, has
 * little lag, and has replayed everything that was announced before the read began. If none
 * qualifies, or it fails, the primary answers.
 *
 * A change is announced after its commit (by this process for its own changes, by NOTIFY for
 * others'), so the primary's log position at any later moment includes it.
 *
 * Lag is measured by log positions: a replica shows the primary's state at the newest moment whose
 * position it has reached. The age of its last transaction is no measure, because it grows while
 * nobody writes. A replica that received more than a promoted standby continues in a log of its own
 * and could appear to be ahead, so its timeline must equal the primary's.
 */
import type { Sql } from 'postgres';
import { REPLICA_BEHIND_MAX_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';
import { repeatRounds } from '../repeat-rounds.ts';
import type { Database, ReadKind, Reads } from './database.ts';
import { HOST_ANSWER_MILLISECONDS, HOST_CHECK_MILLISECONDS, within } from './deadlines.ts';
import { timelineAt } from './primary.ts';
import { hasCode, isDatabaseUnavailable } from './unavailable.ts';

const SAMPLES_KEPT = (REPLICA_BEHIND_MAX_SECONDS * 1000) / HOST_CHECK_MILLISECONDS + 2;
/** The replica cancelled a statement because it took too long. The primary would not be faster. */
const TOO_SLOW = new Set(['57014']);

const OF_PRIMARY = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position,
  (${timelineAt('pg_current_wal_insert_lsn()')})::text as timeline`;
/** No row once it is promoted. */
const OF_STANDBY = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)::text as timeline
  where pg_is_in_recovery()`;

/** Bytes of the write-ahead log since its beginning. */
type State = { position: bigint; timeline: number };
/** The primary's state at a moment, by performance.now(). */
type Sample = State & { at: number };

async function askState(sql: Sql, question: string): Promise<State> {
  const asked = sql.unsafe<{ position: string | null; timeline: string }[]>(question);
  const limit = { what: 'a log position', milliseconds: HOST_ANSWER_MILLISECONDS };
  const [row] = await within(asked, limit);
  return { position: BigInt(row?.position ?? 0), timeline: Number(row?.timeline) };
}

export type Standby = { databases: Record<ReadKind, Database>; sql: Sql; endSockets: () => void };

export function openReplicatedReads(
  primary: { databases: Record<ReadKind, Database>; sql: Sql },
  standbys: Standby[],
): Reads & { stop(): Promise<void> } {
  const replicas = standbys.map(followStandby);
  let samples: Sample[] = [];
  let timeline: number | undefined;
  /** Increases with each announcement. */
  let announced = 0;
  /** The position that includes all announced changes; null until a read needs it. */
  let needed: Promise<bigint | null> | null = null;
  let turn = 0;

  async function askPrimary(): Promise<State> {
    const state = await askState(primary.sql, OF_PRIMARY);
    if (timeline !== state.timeline) {
      // After a failover. Positions in the old primary's log don't compare with the new one's, and
      // a replica may be ahead of it.
      samples = [];
      if (announced > 0) seeAllSoFar();
      for (const replica of replicas) replica.leaveOut();
    }
    timeline = state.timeline;
    return state;
  }

  function seeAllSoFar() {
    announced += 1;
    needed = null;
  }

  const askPosition = () =>
    askPrimary().then(
      ({ position }) => position,
      () => {
        needed = null;
        return null;
      },
    );

  /** Picks a replica that may serve a read that begins now, round robin. */
  async function findReplica() {
    const usable = () => replicas.filter((replica) => replica.behindSeconds() !== null);
    // Before the first announcement, nothing listens yet.
    if (usable().length === 0 || announced === 0) return null;
    needed ??= askPosition();
    const position = await needed;
    turn += 1;
    // Some may have been taken out of use during the wait.
    const candidates = usable();
    const replica = candidates[turn % candidates.length];
    return replica && position !== null && (await replica.hasReplayed(position)) ? replica : null;
  }

  const watching = repeatRounds(
    async () => {
      const at = performance.now();
      const state = await askPrimary().catch(() => null);
      if (state) samples = [...samples.slice(-SAMPLES_KEPT), { at, ...state }];
      await Promise.all(replicas.map((replica) => replica.check(samples)));
    },
    { pauseMilliseconds: HOST_CHECK_MILLISECONDS },
  );
  return {
    async run(kind, work) {
      const before = announced;
      const replica = await findReplica();
      // The replica may lack a change announced in the meantime, and identical requests from now on
      // share this read.
      if (!replica || announced !== before) return work(primary.databases[kind]);
      try {
        return await replica.whileUsed(work(replica.databases[kind]));
      } catch (error) {
        if (error instanceof AppError || hasCode(error, TOO_SLOW)) throw error;
        if (isDatabaseUnavailable(error)) replica.leaveOut();
        // Whatever the error is (gone, silent, a conflict with replay, a missing column of the
        // newest version), the primary can answer.
        return work(primary.databases[kind]);
      }
    },
    seeAllSoFar,
    replicas: () => replicas.map((replica) => replica.behindSeconds()),
    stop: watching.stop,
  };
}

function followStandby({ databases, sql, endSockets }: Standby) {
  let replayed = 0n;
  /** When the primary was in the state that the replica shows, by performance.now(). */
  let showsMoment = Number.NEGATIVE_INFINITY;
  const underWay = new Set<(error: Error) => void>();

  /** Takes it out of use until it passes a check again. */
  function leaveOut() {
    showsMoment = Number.NEGATIVE_INFINITY;
    endSockets();
    // The driver would resend a query that waits for a connection to the same host.
    for (const reject of underWay) reject(new Error('The replica was left out'));
  }

  return {
    databases,
    leaveOut,
    behindSeconds(): number | null {
      const seconds = (performance.now() - showsMoment) / 1000;
      return seconds <= REPLICA_BEHIND_MAX_SECONDS ? seconds : null;
    },
    async hasReplayed(needed: bigint): Promise<boolean> {
      if (replayed >= needed) return true;
      try {
        // Positions only grow, so an older answer that arrives late changes nothing.
        const { position } = await askState(sql, OF_STANDBY);
        if (position > replayed) replayed = position;
      } catch {
        leaveOut();
      }
      return replayed >= needed;
    },
    /** Settles like `work`, or rejects at once when the replica is taken out of use. */
    whileUsed: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        underWay.add(reject);
        work.then(resolve, reject).finally(() => underWay.delete(reject));
      }),
    async check(samples: Sample[]) {
      try {
        const { position, timeline } = await askState(sql, OF_STANDBY);
        const reached = samples.findLast((sample) => sample.position <= position);
        const isFollowing = reached !== undefined && reached.timeline === timeline;
        replayed = isFollowing ? position : 0n;
        showsMoment = isFollowing ? reached.at : Number.NEGATIVE_INFINITY;
      } catch {
        leaveOut();
      }
    },
  };
}
