/*
 * The button with which a buyer follows a farm, a product or a place. A visitor logs in first. The tab
 * keeps which button it was: in the return address, someone else's link could make a user follow
 * something.
 */

import { useNavigate } from '@tanstack/react-router';
import { Bell, BellRing, Heart } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { routes } from '#rules/routes.ts';
import { m } from '#text';
import { buttonClass, classNames } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { useSessionRole } from '#web/session.ts';
import { tabStore } from '#web/storage.ts';
import { trpc } from '#web/trpc.ts';
import type { Followed } from '../rules.ts';

const KEY = 'followWish';

export type FollowToggleProps = {
  followed: Followed;
  isAwaited?: boolean;
};

/** The label stays the same, and `aria-pressed` says whether it is on. */
export function FollowToggle({ followed, isAwaited = false }: FollowToggleProps) {
  const { isOn, isBusy, isOffered, press } = useFollow(followed, isAwaited);
  if (!isOffered) return null;
  const { label, text, look } = textsOf(followed, isAwaited);
  const Icon = iconOf(followed, isAwaited, isOn);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      aria-busy={isBusy || undefined}
      title={text ? undefined : label}
      onClick={press}
      className={classNames(look, isOn && text && 'text-leaf')}
    >
      <Icon
        className={classNames(
          followed.kind === 'place' ? 'size-4.5' : 'size-5.5',
          'shrink-0',
          isOn && 'fill-current text-leaf',
        )}
      />
      {followed.kind === 'place' ? (
        <>
          <span className="sm:hidden">{text}</span>
          <span className="max-sm:hidden">{label}</span>
        </>
      ) : (
        text
      )}
    </button>
  );
}

function textsOf({ kind }: Followed, isAwaited: boolean) {
  const words = buttonClass({ variant: 'secondary' });
  if (kind === 'farm') return { label: m.followFarmLabel(), text: m.followFarm(), look: words };
  if (kind === 'place') {
    const look = 'link inline-flex min-h-12 shrink-0 items-center gap-1 font-semibold';
    return { label: m.followPlaceLabel(), text: m.followPlace(), look };
  }
  if (isAwaited) return { label: m.followReturn(), text: m.followReturn(), look: words };
  const look =
    'grid size-12 shrink-0 place-items-center rounded-full border border-line bg-card text-ink hover:bg-line/60';
  return { label: m.followProduct(), text: null, look };
}

function iconOf({ kind }: Followed, isAwaited: boolean, isOn: boolean) {
  if (kind === 'farm' || (kind === 'product' && !isAwaited)) return Heart;
  return isOn ? BellRing : Bell;
}

/** A visitor logs in first, and follows on the return. */
function useFollow(followed: Followed, isAwaited: boolean) {
  const role = useSessionRole();
  const isBuyer = role === 'buyer';
  const navigate = useNavigate();
  const utils = trpc.useUtils().follows;
  const list = trpc.follows.list.useQuery(undefined, {
    enabled: isBuyer,
  });
  const key = keyOf(followed);
  const isFollowed = list.data?.follows.some((one) => keyOf(one) === key) ?? false;
  const options = {
    // A running request would restore the old list.
    onMutate: () => utils.list.cancel(),
    onError: (error: unknown) => showToast('error', failureText(error, m.saveFailed())),
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
    tabStore.write(KEY, key);
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

const takeWish = (wish: string): boolean =>
  tabStore.read(KEY) === wish && tabStore.write(KEY, null);
