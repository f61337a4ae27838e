import type { Sql } from 'postgres';
import { REPLICA_BEHIND_MAX_SECONDS } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';
import { repeatRounds } from '../repeat-rounds.ts';
import type { Database, ReadKind, Reads } from './database.ts';
import { HOST_ANSWER_MILLISECONDS, HOST_CHECK_MILLISECONDS, within } from './deadlines.ts';
import { type Address, openPool } from './open-pool.ts';
import { timelineAt } from './primary.ts';
import { createReadPosition, type PrimaryState, type ReadPosition } from './read-position.ts';
import { openReplica, type Replica, type ReplicaOptions, type Sample } from './replica.ts';
import { hasCode, isDatabaseUnavailable } from './unavailable.ts';

const SAMPLES_KEPT = (REPLICA_BEHIND_MAX_SECONDS * 1000) / HOST_CHECK_MILLISECONDS + 2;

/** The replica cancelled a statement because it took too long. The primary would not be faster. */
const TOO_SLOW = new Set(['57014']);

type Options = ReplicaOptions & { primary: Record<ReadKind, Database>; replicaUrls: string[] };

/**
 * Distributes reads over the replicas. A replica is used only if it responds, has little lag, and
 * has replayed everything that was announced before the read began. So users read their own writes,
 * and an answer that is cached after a change was announced includes that change. If no replica
 * qualifies, or it fails, the primary answers.
 */
export function openReplicatedReads(
  address: Address,
  { primary, replicaUrls, ...options }: Options,
): Reads & { close(): Promise<void> } {
  const replicas = replicaUrls.map((url) => openReplica(url, options));
  const questions = openPool(address, { max: 1, deadlines: options.deadlines });
  const position = createReadPosition(async () => (await askPrimary()).position);
  let samples: Sample[] = [];
  let timeline: number | undefined;

  async function askPrimary(): Promise<PrimaryState> {
    const answer = await askState(questions);
    if (timeline !== answer.timeline) {
      // After a failover. Positions in the old primary's log don't compare with the new one's, and
      // a replica may be ahead of it.
      samples = [];
      position.forget();
      for (const replica of replicas) replica.leaveOut();
    }
    timeline = answer.timeline;
    return answer;
  }

  const watching = repeatRounds(
    async () => {
      const at = performance.now();
      const answer = await askPrimary().catch(() => null);
      if (answer) samples = [...samples.slice(-SAMPLES_KEPT), { at, ...answer }];
      await Promise.all(replicas.map((replica) => replica.check(samples)));
    },
    { pauseMilliseconds: HOST_CHECK_MILLISECONDS },
  );

  const findReplica = replicaFinder(replicas, position);
  return {
    async run(kind, work) {
      const announced = position.announced();
      const replica = await findReplica();
      // The replica may lack a change announced in the meantime, and identical requests from now on
      // share this read.
      if (!replica || position.announced() !== announced) return work(primary[kind]);
      return readOn(replica, { kind, work, primary });
    },
    seeAllSoFar: position.seeAllSoFar,
    replicas: () => replicas.map((replica) => replica.behindSeconds()),
    async close() {
      await watching.stop();
      await Promise.all([
        questions.end({ timeout: 5 }),
        ...replicas.map((replica) => replica.close()),
      ]);
    },
  };
}

/** Picks a replica that may serve a read that begins now, round robin; null if there is none. */
function replicaFinder(replicas: Replica[], position: ReadPosition) {
  let turn = 0;
  const usable = () => replicas.filter((replica) => replica.behindSeconds() !== null);
  return async (): Promise<Replica | null> => {
    if (usable().length === 0) return null;
    const needed = await position.find();
    // Some may have been taken out of use during the wait.
    const candidates = usable();
    turn += 1;
    const replica = candidates[turn % candidates.length];
    if (!replica || needed === null) return null;
    const isReady = await replica.hasReplayed(needed).catch(() => {
      replica.leaveOut();
      return false;
    });
    return isReady ? replica : null;
  };
}

type Read<T> = {
  kind: ReadKind;
  work: (db: Database) => Promise<T>;
  primary: Record<ReadKind, Database>;
};

/** Reads from a replica, or from the primary if that fails. */
async function readOn<T>(replica: Replica, { kind, work, primary }: Read<T>): Promise<T> {
  try {
    return await replica.whileUsed(work(replica.databases[kind]));
  } catch (error) {
    if (error instanceof AppError || hasCode(error, TOO_SLOW)) throw error;
    if (isDatabaseUnavailable(error)) replica.leaveOut();
    // Whatever the error is (gone, silent, a conflict with replay, a missing column of the newest
    // version), the primary can answer.
    return work(primary[kind]);
  }
}

async function askState(primary: Sql): Promise<PrimaryState> {
  const question = primary.unsafe<{ position: string; timeline: string }[]>(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position,
      (${timelineAt('pg_current_wal_insert_lsn()')})::text as timeline`);
  const [row] = await within(question, {
    what: "the primary's position",
    milliseconds: HOST_ANSWER_MILLISECONDS,
  });
  return { position: BigInt(row?.position ?? 0), timeline: Number(row?.timeline) };
}
