const PAUSE_MILLISECONDS = 3000;

/**
 * Waits until no download has ended for a while, so that on a weak connection the first screen
 * comes first.
 */
export async function whenQuiet(): Promise<void> {
  const downloads = () => performance.getEntriesByType('resource').length;
  let before: number;
  do {
    before = downloads();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  } while (downloads() > before);
}
