import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { ownFarmText } from '#farms/rules/farm-texts.ts';
import { useProfile } from '#farms/web/farmer-data.ts';
import { m } from '#text';
import { Avatar } from '#ui/avatar.tsx';
import { DashboardHeader } from '#web/dashboard-header.tsx';
import { readUser } from '#web/session.ts';
import { BottomBar } from './bottom-bar.tsx';
import { type FarmerPlace, useFarmerPlaces } from './farmer-places.tsx';

/** A sixth slot is "More". */
const IN_BAR = 5;

type FarmerShellProps = {
  place: FarmerPlace | null;
  hasBar?: boolean;
};

/** The bar is outside the header, whose backdrop filter would make its position relative. */
export function FarmerShell({ place, hasBar = true }: FarmerShellProps) {
  const places = useFarmerPlaces(place);
  return (
    <>
      <DashboardHeader userRole="farmer">
        <Identity />
      </DashboardHeader>
      {hasBar && (
        <BottomBar
          label={m.dashboardLink()}
          places={places.slice(0, IN_BAR)}
          more={places.slice(IN_BAR)}
        />
      )}
    </>
  );
}

function Identity() {
  const { data: profile } = useProfile();
  const { firstName = '', lastName = '' } = profile ?? readUser() ?? {};
  const name = `${firstName} ${lastName}`.trim() || m.notAvailable();
  return (
    <Link
      to="/farmer/dashboard"
      activeProps={{}}
      // On a phone in the place of the logo.
      data-home=""
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 text-ink no-underline sm:flex-none"
    >
      <span className="shrink-0 *:size-8 *:text-sm sm:*:size-9">
        <Avatar name={name} photo={profile?.profilePhoto ?? null} />
      </span>
      <div className="min-w-0 text-sm leading-tight max-sm:text-[0.8125rem] max-sm:leading-[1.15]">
        <p className="flex items-center gap-1 font-bold">
          {/* Two lines on a phone, so that a long name is not cut. */}
          <span className="line-clamp-2 sm:line-clamp-1">{name}</span>
          {profile && profile.verifiedAccuracyMetres !== null && (
            <>
              <BadgeCheck className="size-4 shrink-0 text-leaf" />
              <span className="sr-only">{m.verifiedFarm()}</span>
            </>
          )}
        </p>
        <p className="line-clamp-2 text-muted sm:line-clamp-1">
          {profile && ownFarmText(profile.farmName)}
        </p>
      </div>
    </Link>
  );
}
