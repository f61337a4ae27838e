import { VERSION_HEADER } from '#platform/rules/service-worker.ts';

/** An event of the window: the server is of another version than this page. */
export const VERSION_DIFFERS = 'version-differs';
/** Another: this page was refused something for that. */
export const UPDATE_NEEDED = 'update-needed';

/**
 * Looks at the version of the server that has answered. Where it is another than the page's, the
 * refusals that an old page causes get a sentence that says so; what a form is refused for
 * otherwise keeps its own. Development has no versions.
 */
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
