import { useEffect } from 'react';
import { routes } from '#rules/routes.ts';
import { m } from '#text';
import { endSessions } from './end-sessions.ts';
import { Container } from './page-frame.tsx';
import { readUser } from './session.ts';
import { buttonClass } from './ui/elements.tsx';
import { OfflineState } from './ui/feedback.tsx';
import { lazyExtra } from './ui/lazy.tsx';

const LazyPendingNotice = lazyExtra(() => import('./offline/pending-notice.tsx'), 'PendingNotice');

export function OfflineScreen() {
  useEffect(() => {
    const end = new AbortController();
    addEventListener('online', () => void loadWhenReached(end.signal), { signal: end.signal });
    return () => end.abort();
  }, []);
  return (
    <main id="main" className="py-12">
      <Container width="form" className="text-center">
        <h1 className="sr-only">{m.offlineTitle()}</h1>
        {readUser() === null && <LazyPendingNotice />}
        <OfflineState onRetry={loadAnew} />
        <a href={routes.market.path} className={buttonClass({ variant: 'quiet' })}>
          {m.marketPageTitle()}
        </a>
      </Container>
    </main>
  );
}

const loadAnew = () => location.reload();

const ENDED_WITHIN_MILLISECONDS = 3000;
const RETRY_MILLISECONDS = 3000;

/** Reloading at once would abort the call that ends the session. */
async function loadWhenReached(signal: AbortSignal) {
  await Promise.race([endSessions(), pause(ENDED_WITHIN_MILLISECONDS)]);
  // A device reports a connection before it carries anything, and a reload would then show a page
  // without a script to try again.
  while (!(await isReached(signal))) await pause(RETRY_MILLISECONDS);
  if (!signal.aborted) loadAnew();
}

const isReached = (signal: AbortSignal) =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => signal.aborted,
  );

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
