import { repeatWhenDue, systemClock } from '#server/clock.ts';

function startRounds(round: () => Promise<Date | null>) {
  const warn = vi.fn();
  const heard: (() => void)[] = [];
  const rounds = repeatWhenDue(round, {
    clock: systemClock,
    listen: async (_, { onMessage }) => void heard.push(() => onMessage('')),
    tables: ['outbox_messages', 'payouts'],
    onError: { log: { warn } as never, text: 'a round failed' },
  });
  onTestFinished(rounds.stop);
  return { warn, heard };
}

test('the first round runs at the start and listens to all tables', async () => {
  const round = vi.fn(async () => null);
  const { warn, heard } = startRounds(round);
  await vi.waitFor(() => expect(round).toHaveBeenCalledOnce());
  expect(heard).toHaveLength(2);
  expect(warn).not.toHaveBeenCalled();
});

test('an announced row begins a round, also when nothing is due', async () => {
  const round = vi.fn(async () => null);
  const { heard } = startRounds(round);
  await vi.waitFor(() => expect(round).toHaveBeenCalledOnce());
  heard.at(-1)?.();
  await vi.waitFor(() => expect(round).toHaveBeenCalledTimes(2));
});
