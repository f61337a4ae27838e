import { useEffect, useRef } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { trpc } from '#platform/web/client/trpc.ts';

/**
 * Keeps the orders on a screen up to date: `onChange` is called whenever one of them has changed,
 * after each reconnection, and when the page becomes visible again. It should refetch (invalidate)
 * the data on screen. `onConversation` is called likewise for conversations. The bell is kept up to
 * date too. A page in the background holds no connection.
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
      // If its code cannot be loaded, the screen does not update by itself, but it can still be
      // reloaded.
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
