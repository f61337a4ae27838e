import { BadgeCheck } from 'lucide-react';
import { ownFarmText } from '#features/farms/rules/farm-texts.ts';
import type { FarmerProfile } from '#features/farms/web/farmer-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Avatar } from '#platform/web/ui/layout/avatar.tsx';

type HeaderIdentityProps = {
  person: { firstName: string; lastName: string };
  profile: Pick<FarmerProfile, 'farmName' | 'profilePhoto' | 'verifiedAccuracyMetres'> | undefined;
};

/**
 * The logged-in farmer in the header of every tab: the avatar, the name, the farm, and the badge of
 * a verified farm.
 */
export function HeaderIdentity({ person: { firstName, lastName }, profile }: HeaderIdentityProps) {
  const name = `${firstName} ${lastName}`.trim() || m.notAvailable();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 sm:flex-none sm:gap-2">
      <span className="shrink-0 *:size-8 *:text-sm sm:*:size-9">
        <Avatar name={name} photo={profile?.profilePhoto ?? null} />
      </span>
      <div className="min-w-0 text-sm leading-tight max-sm:text-[0.8125rem] max-sm:leading-[1.15]">
        <p className="flex items-center gap-1 font-bold">
          {/* Two lines on a phone, so that a long name is not cut. */}
          <span className="line-clamp-2 sm:line-clamp-1">{name}</span>
          {profile && profile.verifiedAccuracyMetres !== null && (
            <>
              <BadgeCheck aria-hidden="true" className="size-4 shrink-0 text-leaf" />
              <span className="sr-only">{m.verifiedFarm()}</span>
            </>
          )}
        </p>
        <p className="line-clamp-2 text-muted sm:line-clamp-1">
          {profile && ownFarmText(profile.farmName)}
        </p>
      </div>
    </div>
  );
}
