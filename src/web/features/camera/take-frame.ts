import { CAPTURE_JPEG_QUALITY } from '#shared/limits.ts';

/** How long a tap waits for a camera that runs but has shown nothing yet; slow phones take a second. */
const FIRST_PICTURE_MILLISECONDS = 3000;

/** What the camera shows at this moment, as a JPEG in its full size; null when no picture comes. */
export async function takeFrame(video: HTMLVideoElement): Promise<File | null> {
  await firstPicture(video);
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', CAPTURE_JPEG_QUALITY));
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

/** A tap on the shutter between the camera's start and its first picture is not lost: it takes that one. */
function firstPicture(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FIRST_PICTURE_MILLISECONDS);
    video.addEventListener(
      'loadeddata',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
