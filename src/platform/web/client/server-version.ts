import { VERSION_HEADER } from '#platform/rules/service-worker.ts';

export const VERSION_DIFFERS = 'version-differs';
/** A window event: a call was refused because this page is old. */
export const UPDATE_NEEDED = 'update-needed';

/** Development has no versions. */
export async function checkVersion(response: Response): Promise<Response> {
  const { dataset } = document.documentElement;
  const version = response.headers.get(VERSION_HEADER);
  if (!version || !dataset.version || version === dataset.version) return response;
  dataset.serverVersion = version;
  dispatchEvent(new Event(VERSION_DIFFERS));
  if (response.status === 200) return response;
  const { explainRefusals } = await import('./explain-refusals.ts');
  const explained = await explainRefusals(response);
  if (explained !== response) {
    dataset.updateNeeded = '';
    dispatchEvent(new Event(UPDATE_NEEDED));
  }
  return explained;
}
