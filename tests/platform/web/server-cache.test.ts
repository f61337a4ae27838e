import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { queryClient } from '#web/server-cache.tsx';

afterEach(() => onlineManager.setOnline(true));

test('a mutation offline fails at once, and is not sent once online', async () => {
  let sent = 0;
  const ordering = new MutationObserver(queryClient, {
    mutationFn: async () => {
      sent += 1;
      throw new TypeError('Failed to fetch');
    },
  });
  onlineManager.setOnline(false);
  await expect(ordering.mutate()).rejects.toThrow('Failed to fetch');
  onlineManager.setOnline(true);
  await queryClient.resumePausedMutations();
  expect(sent).toBe(1);
});

test('changes during the first fetch are followed by one more fetch', async () => {
  const answers: ((unread: number) => void)[] = [];
  const unread = new QueryObserver(queryClient, {
    queryKey: ['unread'],
    queryFn: () => new Promise<number>((resolve) => answers.push(resolve)),
  });
  const unsubscribe = unread.subscribe(() => {});
  for (let change = 0; change < 3; change += 1)
    void queryClient.invalidateQueries({ queryKey: ['unread'] });
  expect(answers).toHaveLength(1);
  answers[0]?.(0);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(1);
  await vi.waitFor(() => expect(unread.getCurrentResult().data).toBe(1));
  expect(answers).toHaveLength(2);
  unsubscribe();
});
