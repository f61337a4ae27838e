import type { ErrorComponentProps } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { MessagePage } from '#web/app/shell/message-page.tsx';
import { Button } from '#web/ui/form/button.tsx';

/** What stands in for a page that failed: a way to try again, and a way back. */
export function PageError({ reset }: ErrorComponentProps) {
  const retry = () => {
    reset();
    location.reload();
  };
  return (
    <MessagePage picture="/art/empty/error.svg" title={m.pageErrorTitle()} text={m.pageErrorText()}>
      <Button onClick={retry}>{m.retry()}</Button>
    </MessagePage>
  );
}
