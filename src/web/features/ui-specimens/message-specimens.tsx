import { m } from '#shared/text/compiled/messages.js';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyState, ErrorState, OfflineState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Specimen } from './specimen.tsx';

export function MessageSpecimens() {
  return (
    <Specimen title={m.demoMessages()}>
      <Notice type="success">{m.signupVerifiedMessage()}</Notice>
      <Notice type="error">{m.errorLoginFailed()}</Notice>
      <Notice type="info">{m.codeSentMessage()}</Notice>
      <div className="grid gap-4 lg:grid-cols-3">
        <Card>
          <EmptyState
            picture="cart"
            title={m.demoEmpty()}
            text={m.demoHint()}
            action={<Button variant="secondary">{m.backHome()}</Button>}
          />
        </Card>
        <Card>
          <ErrorState text={m.errorUnexpected()} onRetry={() => {}} />
        </Card>
        <Card>
          <OfflineState onRetry={() => {}} />
        </Card>
      </div>
    </Specimen>
  );
}
