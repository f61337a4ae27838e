/** Browsers of three years ago lack `AbortSignal.timeout`. */
export async function withDeadline<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), milliseconds);
  try {
    return await work(giveUp.signal);
  } finally {
    clearTimeout(timer);
  }
}
