/** What the browser asks a person for. */
type Asked = 'camera' | 'microphone' | 'notifications';

/** How the browser has been answered; null where it cannot tell. */
async function findPermission(name: Asked): Promise<PermissionStatus | null> {
  try {
    // The cast: older versions of TypeScript's library lack some of the names.
    return await navigator.permissions.query({ name: name as PermissionName });
  } catch {
    return null;
  }
}

const isGranted = (name: Asked) =>
  findPermission(name).then((status) => status?.state === 'granted');

/**
 * From now on. @returns a function that says whether the permission was taken back meanwhile; false
 * where the browser cannot tell
 */
export function watchPermission(name: Asked): () => Promise<boolean> {
  // What a status says changes with the permission, so that it is read now.
  const wasGranted = isGranted(name);
  return async () => (await wasGranted) && !(await isGranted(name));
}

/**
 * Calls back when the answer changes, as in the browser's settings. @returns a function that ends
 * it
 */
export function onPermissionChange(
  name: Asked,
  listener: (isAllowed: boolean) => void,
): () => void {
  const found = findPermission(name);
  const tell = ({ target }: Event) => listener((target as PermissionStatus).state === 'granted');
  void found.then((status) => status?.addEventListener('change', tell));
  return () => void found.then((status) => status?.removeEventListener('change', tell));
}
