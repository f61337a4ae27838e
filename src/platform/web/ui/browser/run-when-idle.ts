const PAUSE_MILLISECONDS = 3000;

/** Resolves when no download has ended for a while. */
export async function runWhenIdle(): Promise<void> {
  const downloads = () => performance.getEntriesByType('resource').length;
  let before: number;
  do {
    before = downloads();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  } while (downloads() > before);
}
