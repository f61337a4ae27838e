const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile/i;

/**
 * By user agent and touch (spec §5). iPads report themselves as Macs, but no Mac has a touch
 * screen.
 */
export const isMobile = () =>
  navigator.maxTouchPoints > 0 &&
  (MOBILE_AGENT.test(navigator.userAgent) || /Macintosh/.test(navigator.userAgent));

type Asked = 'camera' | 'microphone' | 'notifications';

async function findPermission(name: Asked): Promise<PermissionStatus | null> {
  try {
    // Older versions of TypeScript's library lack some of the names.
    return await navigator.permissions.query({ name: name as PermissionName });
  } catch {
    return null;
  }
}

const isGranted = (name: Asked) =>
  findPermission(name).then((status) => status?.state === 'granted');

/**
 * The result tells whether the permission was revoked since; false if the browser doesn't report
 * it.
 */
export function watchPermission(name: Asked): () => Promise<boolean> {
  // Read now, because the status object changes with the permission.
  const wasGranted = isGranted(name);
  return async () => (await wasGranted) && !(await isGranted(name));
}

/** Fires for changes in the browser's settings too. */
export function onPermissionChange(
  name: Asked,
  listener: (isAllowed: boolean) => void,
): () => void {
  const found = findPermission(name);
  const tell = ({ target }: Event) => listener((target as PermissionStatus).state === 'granted');
  void found.then((status) => status?.addEventListener('change', tell));
  return () => void found.then((status) => status?.removeEventListener('change', tell));
}

export type SavedFile = { name: string; type: string; content: string | Blob };

/** The URL stays valid long enough for slow phones to start the download. */
export function saveFile({ name, type, content }: SavedFile) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MILLISECONDS);
}

const REVOKE_MILLISECONDS = 60_000;
