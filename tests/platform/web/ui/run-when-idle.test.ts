import { runWhenIdle } from '#ui/lazy.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the line is quiet once no download has ended for three seconds', async () => {
  vi.useFakeTimers();
  let ended = 1;
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => Array(ended).fill({}));
  let isQuiet = false;
  void runWhenIdle().then(() => {
    isQuiet = true;
  });
  await vi.advanceTimersByTimeAsync(2000);
  ended = 2;
  await vi.advanceTimersByTimeAsync(2000);
  expect(isQuiet).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isQuiet).toBe(true);
});
