import { QueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { OfflineBanner } from '#app/web/shell/late-parts.tsx';
import { givenBrowser, renderScreen, screen } from '#tests/setup/web/render-screen.tsx';
import { followConnection } from '#web/cached/start-caching.ts';

const answerCache = {
  begin: () => {},
  stop: () => {},
  whose: () => 'visitor' as const,
  isRestored: () => false,
};

givenBrowser();

test.each([
  [
    "a proxy's page with status 500",
    new SyntaxError("Unexpected token '<'"),
    'SokoShamba is not responding.',
  ],
  ['no answer at all', new TypeError('Failed to fetch'), 'No internet connection.'],
])('the bar above the screens: %s: the bar says so (§8)', async (_, cause, sentence) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  followConnection(client, answerCache);
  await renderScreen(<OfflineBanner />);
  await client.prefetchQuery({
    queryKey: ['products'],
    queryFn: () => Promise.reject(TRPCClientError.from(cause)),
  });
  expect(await screen.findByText(new RegExp(`^${sentence.replace('.', '\\.')}`))).toBeDefined();
  await client.prefetchQuery({ queryKey: ['farms'], queryFn: () => Promise.resolve([]) });
});
