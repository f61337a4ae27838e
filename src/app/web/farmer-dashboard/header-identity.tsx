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
  const isVerified = profile !== undefined && profile.verifiedAccuracyMetres !== null;
  const name = `${firstName} ${lastName}`.trim() || m.notAvailable();
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 sm:flex-none sm:gap-2">
      <span className="relative shrink-0">
        <span className="block *:size-8 *:text-sm sm:*:size-9">
          <Avatar name={name} photo={profile?.profilePhoto ?? null} />
        </span>
        {/* On the avatar, where it takes no room from the name. */}
        {isVerified && (
          <BadgeCheck
            aria-hidden="true"
            className="absolute -right-1 -bottom-1 size-4.5 rounded-full bg-paper text-leaf"
          />
        )}
      </span>
      <div className="min-w-0 text-sm leading-tight max-sm:text-[0.8125rem] max-sm:leading-[1.15]">
        {/* Two lines on a phone, so that a long name is not cut. */}
        <p className="line-clamp-2 font-bold sm:line-clamp-1">{name}</p>
        {isVerified && <p className="sr-only">{m.verifiedFarm()}</p>}
        <p className="line-clamp-2 text-muted sm:line-clamp-1">
          {profile && ownFarmText(profile.farmName)}
        </p>
      </div>
    </div>
  );
}
