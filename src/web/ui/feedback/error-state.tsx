import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { StateMessage } from './state-message.tsx';

type ErrorStateProps = { text: string; onRetry: () => void; isRetrying?: boolean };

/** It could not be loaded; once more, please. */
export function ErrorState({ text, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div role="alert">
      <StateMessage picture="/art/empty/error.svg" title={text}>
        <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
          {m.retry()}
        </Button>
      </StateMessage>
    </div>
  );
}
