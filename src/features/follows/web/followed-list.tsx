import { Link } from '@tanstack/react-router';
import { Bell, Heart, Store, Trash2 } from 'lucide-react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { priceText, productNameText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';

type Follow = RouterOutputs['follows']['list']['follows'][number];

export function FollowedList() {
  const list = trpc.follows.list.useQuery();
  const count = list.data?.follows.length ?? 0;
  return (
    <SettingsRow
      Icon={Heart}
      title={m.followsTitle()}
      value={count > 0 && m.followsCount({ count })}
    >
      <QueryView query={list} skeleton={<Skeleton className="h-16" />}>
        {({ follows }) =>
          follows.length === 0 ? (
            <p className="text-muted">{m.followsEmpty()}</p>
          ) : (
            <ul className="divide-y divide-line">
              {follows.map((follow) => (
                <Row key={follow.id} follow={follow} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </SettingsRow>
  );
}

function Row({ follow }: { follow: Follow }) {
  const utils = trpc.useUtils().follows;
  const remove = trpc.follows.remove.useMutation({
    onMutate: () => utils.list.cancel(),
    onSuccess: (rest) => {
      utils.list.setData(undefined, rest);
      showToast('success', m.followEnded());
    },
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  const { name, note, Icon } = listedTexts(follow);
  return (
    <li className="flex items-center gap-3">
      <RowLink follow={follow}>
        <Icon className="size-5.5 shrink-0 text-leaf" />
        <span className="min-w-0 flex-1 py-2">
          <span className="block wrap-anywhere font-semibold leading-snug">{name}</span>
          <span className="block text-muted text-sm">{note}</span>
        </span>
      </RowLink>
      <Button
        variant="quiet"
        size="icon"
        className="size-12!"
        aria-label={m.followsRemove({ name })}
        isBusy={remove.isPending}
        onClick={() => remove.mutate(follow)}
      >
        <Trash2 className="size-5" />
      </Button>
    </li>
  );
}

const rowClass = 'flex min-h-14 min-w-0 flex-1 items-center gap-3 text-ink no-underline';

/** A product that is not on sale has no page, so its row leads to its farm. */
function RowLink({ follow, children }: { follow: Follow; children: React.ReactNode }) {
  if (follow.kind === 'place') return <div className={rowClass}>{children}</div>;
  if (follow.kind === 'product' && follow.isAvailable)
    return (
      <Link
        to="/market/$productId"
        params={{ productId: follow.productId }}
        className={`${rowClass} hover:underline`}
      >
        {children}
      </Link>
    );
  return (
    <Link
      to="/farm/$farmId"
      params={{ farmId: follow.farmId }}
      className={`${rowClass} hover:underline`}
    >
      {children}
    </Link>
  );
}

function listedTexts(follow: Follow) {
  if (follow.kind === 'place') {
    const name = follow.name ? m.followsPlace({ place: follow.name }) : m.followsPlaceHere();
    return { name, note: m.followsPlaceHow(), Icon: Bell };
  }
  if (follow.kind === 'farm')
    return { name: farmTitle(follow), note: m.followedFarm(), Icon: Store };
  const { price, unit, isAvailable } = follow;
  const offered = `${priceText(price, unit)} · ${farmTitle(follow)}`;
  return {
    name: productNameText(follow),
    note: isAvailable ? offered : m.followedReturn(),
    Icon: Heart,
  };
}
