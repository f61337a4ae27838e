import { CAPTURE_JPEG_QUALITY } from '#features/photos/rules/limits.ts';

/**
 * How long the shutter waits for the first picture of a running camera. Slow phones take a second.
 */
const FIRST_PICTURE_MILLISECONDS = 3000;

/** The camera's current picture as a full-size JPEG; null if there is none. */
export async function takeFrame(video: HTMLVideoElement): Promise<File | null> {
  await firstPicture(video);
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', CAPTURE_JPEG_QUALITY),
  );
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' });
}

/** Waits for the first picture, so that a press just after the camera starts is not lost. */
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
