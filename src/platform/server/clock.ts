import type { Connection } from './database.ts';

declare global {
  /** Injected, so that tests can set the time. */
  type Clock = () => Date;
}

export const systemClock: Clock = () => new Date();

export const secondsAfter = (moment: Date, seconds: number) =>
  new Date(moment.getTime() + seconds * 1000);

export const secondsUntil = (later: Date, now: Date) =>
  Math.max(0, Math.ceil((later.getTime() - now.getTime()) / 1000));

type Pace = {
  pauseMilliseconds: number;
  firstPauseMilliseconds?: number;
  mayRun?: (() => Promise<boolean>) | undefined;
  onError: { log: Logger; text: string };
};

/** A new server answers its first visitors before its clocks run. */
const FIRST_PAUSE_MILLISECONDS = 2000;

type Round<Outcome> = (isStopped: () => boolean) => Promise<Outcome>;

export function repeatRounds(
  round: Round<unknown>,
  { pauseMilliseconds, firstPauseMilliseconds = FIRST_PAUSE_MILLISECONDS, mayRun, onError }: Pace,
) {
  const attempt: Round<number> = async (isStopped) => {
    try {
      if (!mayRun || (await mayRun())) await round(isStopped);
    } catch (error) {
      onError.log.warn({ err: error }, onError.text);
    }
    return pauseMilliseconds;
  };
  const { stop } = repeat(attempt, firstPauseMilliseconds);
  return { stop };
}

type Due = Pick<Pace, 'onError'> & {
  clock: Clock;
  listen: Connection['listen'];
  /** Triggers announce their new rows (drizzle/0026_announced_work.sql). */
  tables: readonly string[];
};

/** An announcement may be lost with its connection. */
const UNANNOUNCED_MILLISECONDS = 30 * 1000;
const RETRY_MILLISECONDS = 1000;

/** At most so often, so that a busy market's messages are taken several at a time. */
const ANNOUNCED_MILLISECONDS = 100;

/**
 * Runs a round when rows are announced, and when the round before has said that something is due.
 */
export function repeatWhenDue(round: Round<Date | null>, { clock, listen, tables, onError }: Due) {
  let isListening = false;
  const attempt: Round<number> = async (isStopped) => {
    try {
      if (!isListening) {
        for (const table of tables) await listen(table, { onMessage: heard, onReconnect: heard });
        isListening = true;
      }
      const dueAt = await round(isStopped);
      const milliseconds = (dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - clock().getTime();
      return Math.min(Math.max(milliseconds, ANNOUNCED_MILLISECONDS), UNANNOUNCED_MILLISECONDS);
    } catch (error) {
      onError.log.warn({ err: error }, onError.text);
      return RETRY_MILLISECONDS;
    }
  };
  const rounds = repeat(attempt, 0);
  // A declaration, because the first round begins before `rounds` is there.
  function heard() {
    rounds.wake(ANNOUNCED_MILLISECONDS);
  }
  return rounds;
}

/** `wake` begins a round at once, or so many milliseconds after the last one began. */
function repeat(round: Round<number>, firstPauseMilliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let wokenAfter: number | undefined;

  const pause = (milliseconds: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(begin, milliseconds);
  };
  const wake = (gapMilliseconds = 0) => {
    if (running) wokenAfter = Math.min(wokenAfter ?? gapMilliseconds, gapMilliseconds);
    else pause(Math.max(0, startedAt + gapMilliseconds - performance.now()));
  };
  const begin = () => {
    startedAt = performance.now();
    wokenAfter = undefined;
    running = round(() => isStopped).then((milliseconds) => {
      running = undefined;
      if (wokenAfter === undefined) pause(milliseconds);
      else wake(wokenAfter);
    });
  };
  if (firstPauseMilliseconds) pause(firstPauseMilliseconds);
  else begin();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
