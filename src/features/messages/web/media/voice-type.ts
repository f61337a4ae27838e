/** Recording formats of browsers, the most widely playable first. All store speech compactly. */
const types = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/ogg;codecs=opus'];

/**
 * The first type that this browser can record; null if it supports none that the server accepts, or
 * the page is not secure.
 */
export function voiceType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}
