import { m } from '#shared/text/compiled/messages.js';
import { MessagePage } from '#web/app/shell/message-page.tsx';

export function NotFound() {
  return <MessagePage picture="/art/empty/not-found.svg" title={m.notFoundTitle()} text={m.notFoundText()} />;
}
