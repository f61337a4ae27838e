import { m } from '#shared/text/compiled/messages.js';
import { readToken } from '#web/app/session/session.ts';
import { shrinkPhoto } from '#web/features/camera/shrink-photo.ts';

/** Sends the profile picture. @throws Error with the server's sentence if there is one */
export async function sendProfilePhoto(file: File): Promise<void> {
  const form = new FormData();
  const photo = await shrinkPhoto(file);
  // A photo that could not be shrunk is sent as it is, under its own name, because the server compares the name with the bytes.
  form.append('photo', photo, photo instanceof File ? photo.name : 'photo.jpg');
  const response = await fetch('/api/farmer/profile/photo', {
    method: 'POST',
    headers: { authorization: `Bearer ${readToken() ?? ''}` },
    body: form,
  }).catch(() => null);
  if (response?.ok) return;
  // A proxy between us and the server may answer with anything.
  const answer: unknown = await response?.json().catch(() => null);
  const message = answer && typeof answer === 'object' && 'message' in answer ? answer.message : null;
  throw new Error(typeof message === 'string' ? message : m.profilePhotoFailed());
}
