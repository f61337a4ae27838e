import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { readToken } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Avatar } from '#platform/web/ui/layout/avatar.tsx';

/** The farmer's picture or initials. A click opens the file chooser. */
export function ProfilePhoto({ name, photo }: { name: string; photo: string | null }) {
  const { farmer } = trpc.useUtils();
  const sending = useMutation({
    mutationFn: sendProfilePhoto,
    onSuccess: async () => {
      await farmer.profile.invalidate();
      showToast('success', m.profilePhotoSaved());
    },
    onError: (error) => showToast('error', error.message || m.profilePhotoFailed()),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
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
        {sending.isPending ? <Spinner /> : <Camera aria-hidden="true" className="size-3.5" />}
      </span>
    </label>
  );
}

/**
 * Sends the profile picture.
 * @throws Error with the server's message, if any
 */
async function sendProfilePhoto(file: File): Promise<void> {
  // The code loads when a picture is chosen. If that fails, the error has no message of its own.
  const { shrinkPhoto } = await import('#features/photos/web/shrink-photo.ts').catch(() => {
    throw new Error('');
  });
  const form = new FormData();
  const photo = await shrinkPhoto(file);
  // A photo that could not be shrunk is sent unchanged, under its own name, because the server
  // compares the name with the bytes.
  form.append('photo', photo, photo instanceof File ? photo.name : 'photo.jpg');
  const response = await fetch('/api/farmer/profile/photo', {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken() ?? ''}` },
    body: form,
  }).catch(() => null);
  if (response?.ok) return;
  // A proxy between us and the server may respond with anything.
  const answer: unknown = await response?.json().catch(() => null);
  const message =
    answer && typeof answer === 'object' && 'message' in answer ? answer.message : null;
  throw new Error(typeof message === 'string' ? message : m.profilePhotoFailed());
}
