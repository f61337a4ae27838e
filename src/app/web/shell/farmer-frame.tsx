import type { ReactNode } from 'react';
import { useSessionRole } from '#platform/web/session/session.ts';
import { type FarmerPlace, SideNav } from './farmer-places.tsx';

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
