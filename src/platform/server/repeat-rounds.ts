type Pace = {
  pauseMilliseconds: number;
  isPausedFirst?: boolean;
  /** A round is skipped if this returns false. */
  mayRun?: (() => Promise<boolean>) | undefined;
};

/**
 * Runs rounds one after the other, with a pause after each, until stopped. `stop` waits for the
 * running round. A round must catch its own errors: one that throws would end the process.
 */
export function repeatRounds(
  round: (isStopped: () => boolean) => Promise<void>,
  { pauseMilliseconds, isPausedFirst, mayRun }: Pace,
) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running = Promise.resolve();

  const pause = () => {
    if (!isStopped) timer = setTimeout(next, pauseMilliseconds);
  };
  const runOnce = async () => {
    if (!mayRun || (await mayRun())) await round(() => isStopped);
  };
  const next = () => {
    running = runOnce().finally(pause);
  };
  if (isPausedFirst) pause();
  else next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
