import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { Specimen } from './specimen.tsx';

const BUSY_MILLISECONDS = 1500;

export function ButtonSpecimens() {
  const [isBusy, setIsBusy] = useState(false);
  const work = () => {
    setIsBusy(true);
    setTimeout(() => setIsBusy(false), BUSY_MILLISECONDS);
  };
  return (
    <Specimen title={m.demoButtons()}>
      <div className="flex flex-wrap items-start gap-3">
        <Button>{m.joinAsFarmer()}</Button>
        <Button variant="gold">{m.joinAsBuyer()}</Button>
        <Button variant="secondary">{m.cancel()}</Button>
        <Button variant="quiet">{m.close()}</Button>
        <Button variant="danger">{m.demoDelete()}</Button>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <Button size="small">{m.retry()}</Button>
        <Button>{m.retry()}</Button>
        <Button size="large">{m.retry()}</Button>
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <Button isBusy={isBusy} onClick={work}>
          {m.demoWork()}
        </Button>
        <Button isBusy>{m.demoWork()}</Button>
        <Button disabledReason={m.termsRequired()}>{m.joinAsBuyer()}</Button>
      </div>
    </Specimen>
  );
}
