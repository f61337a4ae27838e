import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { queryClient } from '#platform/web/client/server-cache.tsx';

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
