import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { StateMessage } from './state-message.tsx';

/** No connection: nothing is wrong with the page, and it says when it will go on. */
export function OfflineState({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="status">
      <StateMessage picture="/art/empty/offline.svg" title={m.offlineTitle()} text={m.offlineText()}>
        <Button variant="secondary" onClick={onRetry}>
          {m.retry()}
        </Button>
      </StateMessage>
    </div>
  );
}
