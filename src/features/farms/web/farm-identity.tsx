import { BadgeCheck, CircleAlert } from 'lucide-react';
import { ownFarmText } from '#features/farms/rules/farm-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { accuracyText } from '#platform/web/ui/format/metres-text.ts';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { ProfilePhoto } from './profile-photo.tsx';

type FarmIdentityProps = {
  person: { firstName: string; lastName: string };
  profile:
    | {
        farmName: string;
        verifiedAccuracyMetres: number | null;
        /** Undefined in an answer that the device stored before servers sent it. */
        isPositionProvisional?: boolean;
        visitedAt: string | null;
        profilePhoto: string | null;
      }
    | undefined;
};

/** The farmer's photo and name, the farm, and whether its position is verified. */
export function FarmIdentity({ person: { firstName, lastName }, profile }: FarmIdentityProps) {
  const name = `${firstName} ${lastName}`.trim() || m.notAvailable();
  return (
    <div className="flex items-center gap-3.5">
      <ProfilePhoto name={name} photo={profile?.profilePhoto ?? null} />
      <div className="min-w-0">
        <p className="line-clamp-2 break-words font-bold text-lg leading-tight">{name}</p>
        {profile ? (
          <p className="line-clamp-2 break-words text-muted text-sm leading-snug">
            {ownFarmText(profile.farmName)}
          </p>
        ) : (
          <Skeleton className="my-1 h-4 w-32" />
        )}
        {profile && (
          <VerifiedMark
            metres={profile.verifiedAccuracyMetres}
            isProvisional={profile.isPositionProvisional ?? false}
            visitedAt={profile.visitedAt}
          />
        )}
      </div>
    </div>
  );
}

/** The badge, with an explanation on click. */
type VerifiedMarkProps = {
  metres: number | null;
  isProvisional: boolean;
  visitedAt: string | null;
};

function VerifiedMark({ metres, isProvisional, visitedAt }: VerifiedMarkProps) {
  const isVerified = metres !== null;
  const Icon = isVerified ? BadgeCheck : CircleAlert;
  return (
    <DisclosureMenu
      button={
        <>
          <Icon aria-hidden="true" className="size-4" />
          {isVerified ? m.verifiedFarm() : m.unverifiedFarm()}
        </>
      }
      buttonClassName={`-my-2 inline-flex min-h-11 cursor-pointer items-center gap-1 font-semibold text-sm underline decoration-dotted underline-offset-4 ${isVerified ? 'text-leaf' : 'text-soil'}`}
      panelClassName="top-full -left-16 w-[min(18rem,calc(100vw-2rem))] p-4! text-sm"
    >
      <p>
        {isVerified
          ? m.verifiedMeaning({ metres, accuracy: accuracyText(metres) })
          : m.unverifiedMeaning()}
      </p>
      {isProvisional && <p className="mt-2">{m.provisionalMeaning()}</p>}
      {visitedAt && <p className="mt-2">{m.visitedOnMeaning({ date: dateText(visitedAt) })}</p>}
    </DisclosureMenu>
  );
}
