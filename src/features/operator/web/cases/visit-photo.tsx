import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

/** The photo of a visit. It is loaded by a press, because the log records the look. */
export function VisitPhoto({ accountId }: { accountId: number }) {
  const [isWanted, setIsWanted] = useState(false);
  const photo = trpc.desk.cases.visitPhoto.useQuery({ id: accountId }, { enabled: isWanted });
  if (photo.data?.jpeg)
    return (
      <img
        src={`data:image/jpeg;base64,${photo.data.jpeg}`}
        alt={m.deskVisitPhoto()}
        className="mt-3 w-full max-w-md rounded-field"
      />
    );
  if (photo.data) return <p className="mt-2 text-muted text-sm">{m.deskNoVisitPhoto()}</p>;
  return (
    <div className="mt-2">
      <Button
        variant="secondary"
        size="small"
        isBusy={photo.isFetching}
        onClick={() => setIsWanted(true)}
      >
        {m.deskShowVisitPhoto()}
      </Button>
      {photo.isError && <p role="alert">{m.deskLoadFailed()}</p>}
    </div>
  );
}
