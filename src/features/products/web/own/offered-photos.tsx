import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

/** Asks before adding photos shared by another app to the form of a new product. */
export function OfferedPhotos({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const look = async () =>
      setCount(await (await import('./shared-photos.ts')).countOfferedPhotos());
    // Without storage or the code, nothing is offered.
    look().catch(() => {});
  }, []);
  if (count === 0) return null;

  async function answer(isWanted: boolean) {
    setCount(0);
    const { discardOfferedPhotos, takeOfferedPhotos } = await import('./shared-photos.ts');
    if (isWanted) onAdd(await takeOfferedPhotos());
    else await discardOfferedPhotos();
  }
  return (
    <Notice type="info">
      <p>{m.sharedOffer({ count })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" onClick={() => void answer(true)}>
          {m.sharedAdd()}
        </Button>
        <Button size="small" variant="secondary" onClick={() => void answer(false)}>
          {m.sharedDiscard()}
        </Button>
      </div>
    </Notice>
  );
}
