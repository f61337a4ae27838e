import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';

/** The code that shrinks and sends a picture is loaded when one is chosen. If loading fails, the error has no message of its own. */
async function send(file: File) {
  const { sendProfilePhoto } = await import('./send-profile-photo.ts').catch(() => {
    throw new Error('');
  });
  await sendProfilePhoto(file);
}

/** The farmer's picture or initials. Pressing it chooses another picture. */
export function ProfilePhoto({ name, photo }: { name: string; photo: string | null }) {
  const { farmer } = trpc.useUtils();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await farmer.profile.invalidate();
      showToast('success', m.profilePhotoSaved());
    },
    onError: (error) => showToast('error', error.message || m.profilePhotoFailed()),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) sending.mutate(file);
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
  };
  return (
    <label className="relative grid size-14 shrink-0 place-items-center rounded-full has-focus-visible:outline-3 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2">
      <span className="sr-only">{m.profilePhotoChange()}</span>
      <input type="file" accept="image/*" onChange={choose} disabled={sending.isPending} className="sr-only" />
      <span className="*:size-14 *:text-lg">
        <Avatar name={name} photo={photo} />
      </span>
      <span className="absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full border border-line bg-card text-ink">
        {sending.isPending ? <Spinner /> : <Camera aria-hidden="true" className="size-3.5" />}
      </span>
    </label>
  );
}
