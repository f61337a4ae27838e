import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Followed } from '#features/follows/rules/follow.ts';
import { routes } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText, retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { keepWish, takeWish } from './kept-wish.ts';

/**
 * Whether the buyer follows something, and how to change that. A visitor logs in first; what was
 * pressed is followed on the return.
 */
export function useFollow(followed: Followed, isAwaited: boolean) {
  const role = useSessionRole();
  const isBuyer = role === 'buyer';
  const navigate = useNavigate();
  const utils = trpc.useUtils().follows;
  const list = trpc.follows.list.useQuery(undefined, {
    enabled: isBuyer,
    retry: retryUnlessRefused,
  });
  const key = keyOf(followed);
  const isFollowed = list.data?.follows.some((one) => keyOf(one) === key) ?? false;
  const options = {
    // A running request would restore the old list.
    onMutate: () => utils.list.cancel(),
    onError: (error: unknown) => showToast('error', failureText(error, m.followFailed())),
  };
  const add = trpc.follows.add.useMutation({
    ...options,
    onSuccess: (all) => {
      utils.list.setData(undefined, all);
      showToast('success', savedText(followed, isAwaited));
    },
  });
  const remove = trpc.follows.remove.useMutation({
    ...options,
    onSuccess: (all) => {
      utils.list.setData(undefined, all);
      showToast('success', m.followEnded());
    },
  });
  useOpened(followed, isFollowed);
  const followWish = useEffectEvent(() => {
    if (takeWish(key)) add.mutate(followed);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing has wishes of its own.
  useEffect(() => {
    if (isBuyer) followWish();
  }, [isBuyer, key]);

  function press() {
    if (add.isPending || remove.isPending) return;
    if (isBuyer) {
      (isFollowed ? remove : add).mutate(followed);
      return;
    }
    keepWish(key);
    const { pathname, search } = location;
    void navigate({ to: routes.login.path, search: { redirect: pathname + search } });
  }
  return {
    isOffered: role !== 'farmer',
    isOn: add.isPending || (isFollowed && !remove.isPending),
    isBusy: add.isPending || remove.isPending,
    press,
  };
}

type Key =
  | { kind: 'farm'; farmId: number }
  | { kind: 'product'; productId: number }
  | { kind: 'place'; latitude: number; longitude: number };

function keyOf(one: Key): string {
  if (one.kind === 'farm') return `farm ${one.farmId}`;
  if (one.kind === 'product') return `product ${one.productId}`;
  return `place ${one.latitude} ${one.longitude}`;
}

function savedText({ kind }: Followed, isAwaited: boolean): string {
  if (kind === 'farm') return m.followedFarm();
  if (kind === 'place') return m.followedPlace();
  return isAwaited ? m.followedReturn() : m.followedProduct();
}

/** Marks the notices about a followed farm or product as read when its page is on screen. */
function useOpened(followed: Followed, isFollowed: boolean) {
  const { client, notifications } = trpc.useUtils();
  const markOpened = useEffectEvent(() => {
    if (followed.kind === 'place') return;
    client.follows.opened.mutate(followed).then(
      () => notifications.invalidate(),
      // The notice stays unread in the inbox.
      () => {},
    );
  });
  const key = keyOf(followed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page.
  useEffect(() => {
    if (isFollowed) markOpened();
  }, [isFollowed, key]);
}
