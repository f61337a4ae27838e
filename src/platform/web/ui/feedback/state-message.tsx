import type { ReactNode } from 'react';
import { m } from '#text';
import { useConnectionText, useIsOnline } from '../browser/use-is-online.ts';
import { Button } from '../form/button.tsx';

type StateMessageProps = { picture: string; title: string; text?: ReactNode; children?: ReactNode };

export function StateMessage({ picture, title, text, children }: StateMessageProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-2 px-4 py-10 text-center">
      <img src={picture} alt="" width="180" height="135" loading="lazy" />
      <p className="mt-2 font-bold text-lg">{title}</p>
      {text && <p className="text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

type ErrorStateProps = { text: string; onRetry: () => void; isRetrying?: boolean };

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

type EmptyStateProps = {
  picture: 'search' | 'cart' | 'orders' | 'notifications' | 'messages';
  title: string;
  text?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    // A search that finds nothing changes the page without moving the focus.
    <div role={picture === 'search' ? 'status' : undefined}>
      <StateMessage picture={`/art/empty/${picture}.svg`} title={title} text={text}>
        {action}
      </StateMessage>
    </div>
  );
}

/** If the banner says that the device is offline, this does not repeat it. */
export function OfflineState({ onRetry }: { onRetry: () => void }) {
  const isOnline = useIsOnline();
  const isSaid = useConnectionText() !== null || !isOnline;
  return (
    <div role="status">
      <StateMessage
        picture="/art/empty/offline.svg"
        title={isSaid ? m.unseenText() : m.offlineTitle()}
        text={isSaid ? undefined : `${m.offlineText()} ${m.unseenText()}`}
      >
        <Button variant="secondary" onClick={onRetry}>
          {m.retry()}
        </Button>
      </StateMessage>
    </div>
  );
}
