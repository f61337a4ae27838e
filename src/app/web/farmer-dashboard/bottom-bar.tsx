import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { m } from '#text';
import {
  Count,
  type FarmerPlace,
  farmerPlaces,
  PlaceLink,
  placeIcons,
  placeLabels,
} from './farmer-places.tsx';

const inBar: FarmerPlace[] = ['overview', 'products', 'inventory', 'orders'];
const inMenu = farmerPlaces.filter((place) => !inBar.includes(place));

const slot =
  'relative flex min-h-16 w-full flex-col items-center justify-center gap-0.5 font-semibold text-[0.6875rem] leading-tight tracking-tight no-underline -outline-offset-2!';
const look = (isActive: boolean) => (isActive ? 'text-leaf' : 'text-muted');

type BottomBarProps = { active: FarmerPlace | null; waiting: number | undefined };

export function BottomBar({ active, waiting }: BottomBarProps) {
  const open = inMenu.find((place) => place === active);
  return (
    <nav
      data-farmer-bar=""
      aria-label={m.farmNavLabel()}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-prose grid-cols-5">
        {inBar.map((place) => (
          <li key={place} className="min-w-0">
            <Place
              place={place}
              isActive={place === active}
              className={classNames(slot, look(place === active))}
              count={place === 'orders' ? waiting : undefined}
            />
          </li>
        ))}
        <li className="min-w-0">
          <DisclosureMenu
            button={
              <>
                <IconFrame isActive={open !== undefined}>
                  <Ellipsis aria-hidden="true" className="size-5.5" />
                </IconFrame>
                {open ? placeLabels[open]() : m.farmTabMore()}
              </>
            }
            buttonClassName={classNames(slot, look(open !== undefined), 'cursor-pointer')}
            panelClassName="right-2 bottom-full mb-2 w-60"
          >
            <ul>
              {inMenu.map((place) => (
                <li key={place}>
                  <Place
                    place={place}
                    isActive={place === active}
                    className={classNames(
                      'flex min-h-12 items-center gap-3 rounded-field px-2 font-semibold no-underline hover:bg-line/60',
                      place === active ? 'text-leaf' : 'text-ink',
                    )}
                  />
                </li>
              ))}
            </ul>
          </DisclosureMenu>
        </li>
      </ul>
    </nav>
  );
}

type PlaceProps = {
  place: FarmerPlace;
  isActive: boolean;
  className: string;
  count?: number | undefined;
};

function Place({ place, count, ...link }: PlaceProps) {
  const Icon = placeIcons[place];
  return (
    <PlaceLink place={place} {...link}>
      <IconFrame isActive={link.isActive}>
        <Icon aria-hidden="true" className="size-5.5" />
      </IconFrame>
      <span className="max-w-full break-words text-center">{placeLabels[place]()}</span>
      <Count count={count} className="absolute top-1 left-1/2 ml-1.5" />
    </PlaceLink>
  );
}

/** Colour must not be the only mark of the active tab. */
function IconFrame({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'grid h-8 w-12 place-items-center rounded-full',
        isActive && 'bg-leaf-soft',
      )}
    >
      {children}
    </span>
  );
}
