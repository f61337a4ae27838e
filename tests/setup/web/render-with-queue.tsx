import { TRPCClientError } from '@trpc/client';
import { kinds } from '#app/web/features.ts';
import { followQueue } from '#app/web/pending/start-queue.ts';
import { loadEntries } from '#web/offline/entries.ts';
import { registerKinds } from '#web/offline/entry.ts';
import { provideQueue } from '#web/offline/lazy-queue.ts';
import { saveChange, sayPending } from '#web/offline/save-change.ts';
import { sendBy } from '#web/rpc.ts';
import { queryClient } from '#web/server-cache.tsx';
import { clearSession } from '#web/session.ts';
import { logInHere } from './log-in-here.ts';
import { type Answers, renderScreen } from './render-screen.tsx';

let lastUserId = 90_000;

export async function renderWithQueue(
  screen: React.ReactNode,
  answers: Answers,
  role: Role = 'farmer',
) {
  lastUserId += 1;
  logInHere(lastUserId, role);
  queryClient.clear();
  registerKinds(kinds);
  await loadEntries(lastUserId);
  provideQueue({ saveChange, sayPending });
  followQueue();
  const shown = await renderScreen(screen, answers, queryClient);
  onTestFinished(() => {
    sendBy((url, options) => fetch(url, options));
    clearSession();
    queryClient.clear();
  });
  sendBy(async (url, { body }) => {
    const paths = new URL(String(url), location.href).pathname.split('/').at(-1) ?? '';
    const inputs: Record<string, unknown> = JSON.parse(String(body));
    const results = paths.split(',').map(async (path, at) => {
      const input = inputs[at];
      shown.calls.push({ path, input });
      try {
        return { result: { data: await answers[path]?.(input) } };
      } catch (error) {
        return { error: shapeOf(error) };
      }
    });
    return Response.json(await Promise.all(results));
  });
  return shown;
}

const shapeOf = (error: unknown) =>
  (error instanceof TRPCClientError && error.shape) || {
    message: String(error),
    code: -32_603,
    data: { httpStatus: 500 },
  };
