import { m } from '#text';
import {
  Count,
  type FarmerPlace,
  farmerPlaces,
  PlaceLink,
  placeIcons,
  placeLabels,
} from './farmer-places.tsx';

type SideNavProps = { active: FarmerPlace | null; waiting: number | undefined };

export function SideNav({ active, waiting }: SideNavProps) {
  return (
    <nav aria-label={m.farmNavLabel()} className="max-lg:hidden lg:sticky lg:top-24 lg:self-start">
      <ul className="grid gap-1">
        {farmerPlaces.map((place) => {
          const Icon = placeIcons[place];
          return (
            <li key={place}>
              <PlaceLink
                place={place}
                isActive={place === active}
                className="flex min-h-12 items-center gap-3 rounded-field px-3.5 font-semibold text-muted no-underline hover:bg-line/60 hover:text-ink aria-[current=page]:bg-leaf-soft aria-[current=page]:text-on-leaf-soft"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {placeLabels[place]()}
                {place === 'orders' && <Count count={waiting} className="ml-auto" />}
              </PlaceLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
