/**
 * Formats in which browsers record, those that most browsers play first. All store speech in little
 * space.
 */
const types = ['audio/webm;codecs=opus', 'audio/mp4;codecs=mp4a.40.2', 'audio/ogg;codecs=opus'];

/**
 * The first type that this browser records in; null where it can record nothing that the server
 * takes, or the page is not secure.
 */
export function voiceType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !navigator.mediaDevices) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}
