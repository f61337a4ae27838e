import { Bell, BellRing, Heart } from 'lucide-react';
import type { Followed } from '#features/follows/rules/follow.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { useFollow } from './use-follow.ts';

export type FollowToggleProps = {
  followed: Followed;
  /** The product cannot be bought now. */
  isAwaited?: boolean;
};

/**
 * A heart for a product, words for a farm, for a product that is awaited, and for a place. Its name
 * stays the same, and `aria-pressed` says whether it is on. Nothing for farmers.
 */
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
        aria-hidden="true"
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
