import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, Camera, CircleAlert } from 'lucide-react';
import { m } from '#text';
import { Avatar } from '#ui/avatar.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { Skeleton, Spinner } from '#ui/elements.tsx';
import { accuracyText, dateText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { trpc } from '#web/trpc.ts';
import { ownFarmText } from '../rules/farm-texts.ts';

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
          <Icon className="size-4" />
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

function ProfilePhoto({ name, photo }: { name: string; photo: string | null }) {
  const { farmer } = trpc.useUtils();
  const sending = useMutation({
    mutationFn: sendProfilePhoto,
    onSuccess: async () => {
      await farmer.profile.invalidate();
      showToast('success', m.profilePhotoSaved());
    },
    onError: (error) => showToast('error', error.message || m.sendFailed()),
  });
  const choose = ({ target }: React.ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) sending.mutate(file);
    // Reset, so that choosing the same file again fires a change event.
    target.value = '';
  };
  return (
    <label className="relative grid size-14 shrink-0 place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2">
      <span className="sr-only">{m.profilePhotoChange()}</span>
      <input
        type="file"
        accept="image/*"
        onChange={choose}
        disabled={sending.isPending}
        className="sr-only"
      />
      <span className="*:size-14 *:text-lg">
        <Avatar name={name} photo={photo} />
      </span>
      <span className="absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full border border-line bg-card text-ink">
        {sending.isPending ? <Spinner /> : <Camera className="size-3.5" />}
      </span>
    </label>
  );
}

async function sendProfilePhoto(file: File) {
  // If the code cannot be loaded, the error has no message of its own.
  const { sendPhotoForm } = await import('#photos/web/send-photo.ts').catch(() => {
    throw new Error('');
  });
  await sendPhotoForm('/api/farmer/profile/photo', file);
}
