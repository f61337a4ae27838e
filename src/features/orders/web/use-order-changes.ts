import { useEffect, useRef } from 'react';
import { trpc } from '#web/trpc.ts';

/**
 * Calls `onChange`, which should refetch the data on screen, whenever an order changes, after each
 * reconnection, and when the page becomes visible again; likewise `onConversation`. A page in the
 * background holds no connection.
 */
export function useOrderChanges(
  role: Role,
  onChange: () => void,
  onConversation: () => void = () => {},
): void {
  const { notifications } = trpc.useUtils();
  const onNotices = () => void notifications.invalidate();
  const latest = useRef({ onChange, onConversation, onNotices });
  useEffect(() => {
    latest.current = { onChange, onConversation, onNotices };
  });

  useEffect(() => {
    let stop: (() => void) | null = null;
    let isWanted = false;

    const start = async () => {
      if (isWanted) return;
      isWanted = true;
      // Without the code the screen does not update by itself.
      const module = await import('./order-changes.ts').catch(() => null);
      if (!isWanted || !module || stop) return;
      stop = module.followOrders(role, {
        onChange: () => latest.current.onChange(),
        onConversation: () => latest.current.onConversation(),
        onNotices: () => latest.current.onNotices(),
      });
    };
    const end = () => {
      isWanted = false;
      stop?.();
      stop = null;
    };
    const follow = () => (document.visibilityState === 'visible' ? void start() : end());

    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', end);
    addEventListener('pageshow', follow);
    return () => {
      end();
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', end);
      removeEventListener('pageshow', follow);
    };
  }, [role]);
}
