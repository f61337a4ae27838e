import type { Logger } from './log.ts';

/** Injected, so that tests can set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const secondsAfter = (moment: Date, seconds: number) =>
  new Date(moment.getTime() + seconds * 1000);

type Pace = {
  pauseMilliseconds: number;
  firstPauseMilliseconds?: number;
  mayRun?: (() => Promise<boolean>) | undefined;
  /** Without it, a round catches its own errors. */
  onError?: { log: Logger; text: string };
};

export function repeatRounds(
  round: (isStopped: () => boolean) => Promise<unknown>,
  { pauseMilliseconds, firstPauseMilliseconds, mayRun, onError }: Pace,
) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();

  const pause = (milliseconds = pauseMilliseconds) => {
    if (!isStopped) timer = setTimeout(next, milliseconds);
  };
  const runOnce = async () => {
    try {
      if (!mayRun || (await mayRun())) await round(() => isStopped);
    } catch (error) {
      if (!onError) throw error;
      onError.log.warn({ err: error }, onError.text);
    }
  };
  const next = () => {
    running = runOnce().finally(pause);
  };
  if (firstPauseMilliseconds) pause(firstPauseMilliseconds);
  else next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
