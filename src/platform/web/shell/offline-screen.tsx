import { useEffect } from 'react';
import { routes } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { endSessions } from '../session/end-sessions.ts';
import { OfflineState } from '../ui/feedback/state-message.tsx';
import { buttonClass } from '../ui/form/button-class.ts';
import { Container } from '../ui/layout/container.tsx';

/**
 * Replaces a screen whose code is not on this device, while offline. Reloads the page when the
 * connection is back.
 */
export function OfflineScreen() {
  useEffect(() => {
    addEventListener('online', loadWhenEnded);
    return () => removeEventListener('online', loadWhenEnded);
  }, []);
  return (
    <main id="main" className="py-12">
      <Container width="form" className="text-center">
        <h1 className="sr-only">{m.offlineTitle()}</h1>
        <OfflineState onRetry={loadAnew} />
        <a href={routes.market.path} className={buttonClass({ variant: 'quiet' })}>
          {m.marketPageTitle()}
        </a>
      </Container>
    </main>
  );
}

const loadAnew = () => location.reload();

/** How long the server may take to end a session that was logged out offline. */
const ENDED_WITHIN_MILLISECONDS = 3000;

/**
 * Reloading at once would abort the call that ends the session, and the next page would repeat it
 * only some seconds later.
 */
function loadWhenEnded() {
  const patience = new Promise((resolve) => setTimeout(resolve, ENDED_WITHIN_MILLISECONDS));
  void Promise.race([endSessions(), patience]).then(loadAnew);
}
