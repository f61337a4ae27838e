import { Ellipsis, type LucideIcon } from 'lucide-react';
import { m } from '#text';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { classNames } from '#ui/elements.tsx';
import { trpc } from '#web/trpc.ts';

/** `link` renders the role's own link around the content. */
export type Place = {
  id: string;
  label: string;
  Icon: LucideIcon;
  count?: number | undefined;
  countText?: string;
  isActive: boolean;
  link: (className: string, content: React.ReactNode) => React.ReactNode;
};

const slot =
  'relative flex min-h-16 w-full flex-col items-center justify-center gap-0.5 font-semibold text-[0.6875rem] leading-tight tracking-tight whitespace-nowrap max-[26rem]:text-[0.625rem] max-[26rem]:tracking-tighter! no-underline -outline-offset-2! max-[22rem]:whitespace-normal';
const look = (isActive: boolean) => (isActive ? 'text-leaf' : 'text-muted');

type BottomBarProps = { label: string; places: Place[]; more?: Place[] };

export function BottomBar({ label, places, more = [] }: BottomBarProps) {
  const isInMenu = more.some(({ isActive }) => isActive);
  return (
    <nav
      data-bottom-bar=""
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      {/* Each slot is as wide as its label needs, so that none breaks on a usual phone. */}
      <ul className="mx-auto flex max-w-prose *:min-w-0 *:flex-auto">
        {places.map((place) => (
          <li key={place.id}>
            {place.link(
              classNames(slot, look(place.isActive)),
              <>
                <PlaceIcon {...place} />
                <span className="text-center">{place.label}</span>
                <Count {...place} className="absolute top-1 left-1/2 ml-1.5" />
              </>,
            )}
          </li>
        ))}
        {more.length > 0 && (
          <li>
            <DisclosureMenu
              button={
                <>
                  <PlaceIcon Icon={Ellipsis} isActive={isInMenu} />
                  {m.farmTabMore()}
                </>
              }
              buttonClassName={classNames(slot, look(isInMenu), 'cursor-pointer')}
              panelClassName="right-2 bottom-full mb-2 w-60"
            >
              <ul>
                {more.map((place) => (
                  <li key={place.id}>
                    {place.link(
                      classNames(
                        'flex min-h-12 items-center gap-3 rounded-field px-2 font-semibold no-underline hover:bg-line/60',
                        place.isActive ? 'text-leaf' : 'text-ink',
                      ),
                      <>
                        <PlaceIcon {...place} />
                        {place.label}
                      </>,
                    )}
                  </li>
                ))}
              </ul>
            </DisclosureMenu>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Colour must not be the only mark of the active place. */
function PlaceIcon({ Icon, isActive }: Pick<Place, 'Icon' | 'isActive'>) {
  return (
    <span
      className={classNames(
        'grid h-8 w-12 place-items-center rounded-full',
        isActive && 'bg-leaf-soft',
      )}
    >
      <Icon className="size-5.5" />
    </span>
  );
}

const SHOWN_MAX = 99;

type CountProps = Pick<Place, 'count' | 'countText'> & { className?: string };

export function Count({ count = 0, countText, className }: CountProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full bg-maize px-1.5 text-center font-bold text-on-maize text-xs leading-5 tabular-nums',
        className,
      )}
    >
      <span aria-hidden={countText !== undefined}>
        {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      </span>
      {countText && <span className="sr-only">{countText}</span>}
    </span>
  );
}

const FRESH_MILLISECONDS = 30_000;

export const useUnreadMessages = () =>
  trpc.conversations.unread.useQuery(undefined, {
    staleTime: FRESH_MILLISECONDS,
  }).data?.unread;
