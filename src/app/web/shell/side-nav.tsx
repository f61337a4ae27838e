import { m } from '#text';
import { Count } from './bottom-bar.tsx';
import { type FarmerPlace, useFarmerPlaces } from './farmer-places.tsx';

export function SideNav({ active }: { active: FarmerPlace | null }) {
  return (
    <nav aria-label={m.dashboardLink()} className="max-lg:hidden lg:sticky lg:top-24 lg:self-start">
      <ul className="grid gap-1">
        {useFarmerPlaces(active).map(({ id, label, Icon, link, ...counted }) => (
          <li key={id}>
            {link(
              'flex min-h-12 items-center gap-3 rounded-field px-3.5 font-semibold text-muted no-underline hover:bg-line/60 hover:text-ink aria-[current=page]:bg-leaf-soft aria-[current=page]:text-on-leaf-soft',
              <>
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {label}
                <Count {...counted} className="ml-auto" />
              </>,
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
