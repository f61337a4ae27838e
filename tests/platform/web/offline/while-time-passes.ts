const STEP_MILLISECONDS = 10;

export async function whileTimePasses<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) await step();
  return work;
}

export async function pass(milliseconds: number): Promise<void> {
  const STEPS = 20;
  for (let at = 0; at < STEPS; at++) await step(milliseconds / STEPS);
  for (let at = 0; at < STEPS; at++) await step(0);
}

async function step(milliseconds = STEP_MILLISECONDS) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await new Promise((answered) => setImmediate(answered));
}
