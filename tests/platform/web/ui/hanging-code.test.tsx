import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy } from '#ui/lazy.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const Arrived = () => 'arrived';

test('a part whose code hangs says so with Retry after 8 seconds, and still shows when it arrives', async () => {
  vi.useFakeTimers();
  let arrive = (_code: { Part: () => string }) => {};
  const load = () =>
    new Promise<{ Part: () => string }>((resolve) => {
      arrive = resolve;
    });
  const Part = lazy(load, 'Part', 'loading');
  render(<Part />);
  act(() => vi.advanceTimersByTime(7900));
  expect(screen.queryByText('loading')).not.toBeNull();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByText(/^No internet connection\./)).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeNull();
  await act(async () => arrive({ Part: Arrived }));
  expect(screen.queryByText('arrived')).not.toBeNull();
});
