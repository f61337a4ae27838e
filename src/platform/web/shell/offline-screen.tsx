import { useEffect } from 'react';
import { routes } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { endSessions } from '../session/end-sessions.ts';
import { OfflineState } from '../ui/feedback/state-message.tsx';
import { buttonClass } from '../ui/form/button-class.ts';
import { Container } from '../ui/layout/container.tsx';

/**
 * In place of a screen whose code this device does not have, while there is no line. When it is
 * back the page is loaded anew.
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

/** So long a session that was logged out without a line may take to end on the server. */
const ENDED_WITHIN_MILLISECONDS = 3000;

/**
 * Loading the page anew at once would cut the call that ends it, which would then be made again
 * only by the next page, some seconds later.
 */
function loadWhenEnded() {
  const patience = new Promise((resolve) => setTimeout(resolve, ENDED_WITHIN_MILLISECONDS));
  void Promise.race([endSessions(), patience]).then(loadAnew);
}
