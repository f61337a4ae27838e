import { useEffect } from 'react';
import { routes } from '#shared/routes.ts';
import { m } from '#shared/text/compiled/messages.js';
import { OfflineState } from '#web/ui/feedback/state-message.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';
import { Container } from '#web/ui/layout/container.tsx';

/** In place of a screen whose code this device does not have, while there is no line. When it is back the page is loaded anew. */
export function OfflineScreen() {
  useEffect(() => {
    addEventListener('online', loadAnew);
    return () => removeEventListener('online', loadAnew);
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
