import { VERSION_HEADER } from '#shared/service-worker.ts';

/** An event of the window: the server is of another version than this page. */
export const VERSION_DIFFERS = 'version-differs';

/**
 * Looks at the version of the server that has answered. Where it is another than the page's, the refusals that an old page causes get a sentence
 * that says so; what a form is refused for otherwise keeps its own. Development has no versions.
 */
export async function checkVersion(response: Response): Promise<Response> {
  const { dataset } = document.documentElement;
  const version = response.headers.get(VERSION_HEADER);
  if (!version || !dataset.version || version === dataset.version) return response;
  dataset.serverVersion = version;
  dispatchEvent(new Event(VERSION_DIFFERS));
  if (response.status === 200) return response;
  const { explainRefusals } = await import('#web/app/updates/explain-refusals.ts');
  return explainRefusals(response);
}
