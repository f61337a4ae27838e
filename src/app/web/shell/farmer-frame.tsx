import type { ReactNode } from 'react';
import { useSessionRole } from '#platform/web/session/session.ts';
import { type FarmerPlace, useFarmerPlaces } from './farmer-places.tsx';
import { m } from '#text';
import { Count } from './bottom-bar.tsx';

type FarmerFrameProps = { place: FarmerPlace | null; children: ReactNode };

/** The sidebar beside a page that the server does not draw. */
export function FarmerFrame({ place, children }: FarmerFrameProps) {
  if (useSessionRole() !== 'farmer') return children;
  return (
    <div className="w-full lg:mx-auto lg:grid lg:max-w-page lg:grid-cols-[15rem_minmax(0,1fr)] lg:pl-6">
      <div className="max-lg:hidden lg:pt-8">
        <SideNav active={place} />
      </div>
      {children}
    </div>
  );
}

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
