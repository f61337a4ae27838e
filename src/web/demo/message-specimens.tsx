import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { OfflineState } from '#web/ui/offline-state.tsx';
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
