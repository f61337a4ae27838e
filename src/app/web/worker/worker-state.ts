import { isLanguage, LANGUAGE_COOKIE, type Language } from '#platform/rules/language.ts';
import {
  type PictureChoice,
  pictureChoices,
  type ScreenSet,
  screenSets,
} from '#platform/rules/service-worker.ts';
import { cacheNames, worker } from './worker-scope.ts';

/* Persistent, because the browser ends an idle worker after half a minute. */

const addressOf = (name: string) => `/${name}`;

async function read(name: string): Promise<unknown> {
  const state = await caches.open(cacheNames.state);
  const kept = await state.match(addressOf(name));
  return kept?.json().catch(() => undefined);
}

async function write(name: string, value: unknown): Promise<void> {
  const state = await caches.open(cacheNames.state);
  await state.put(addressOf(name), Response.json(value));
}

let language: Language | undefined;

export async function nextLanguage(): Promise<Language | undefined> {
  const chosen = (await worker.cookieStore?.get(LANGUAGE_COOKIE).catch(() => null))?.value;
  if (isLanguage(chosen)) return chosen;
  if (!language) {
    const kept = await read('language');
    if (isLanguage(kept)) language = kept;
  }
  return language;
}

export async function rememberLanguage(shown: Language): Promise<void> {
  if (language === shown) return;
  language = shown;
  await write('language', shown);
}

let pictures: PictureChoice | undefined;

export async function readPictureChoice(): Promise<PictureChoice> {
  if (!pictures) {
    const kept = await read('pictures');
    pictures = pictureChoices.find((choice) => choice === kept) ?? 'usual';
  }
  return pictures;
}

export async function rememberPictureChoice(chosen: PictureChoice): Promise<void> {
  pictures = chosen;
  await write('pictures', chosen);
}

/** All sets if no page has reported one: an earlier version cached those of both roles. */
export async function readScreenSets(): Promise<readonly ScreenSet[]> {
  const kept = await read('screens');
  return Array.isArray(kept) ? screenSets.filter((set) => kept.includes(set)) : screenSets;
}

/** People share phones and each needs their screens. Null adds none. */
export async function rememberScreenSet(set: ScreenSet | null): Promise<void> {
  const kept = await read('screens');
  if (!Array.isArray(kept)) await write('screens', set ? [set] : []);
  else if (set && !kept.includes(set)) await write('screens', [...kept, set]);
}

/** They may still need files of the previous version. */
export const rememberOldWindows = (ids: string[]): Promise<void> => write('old-windows', ids);

export async function readOldWindows(): Promise<string[]> {
  const ids = await read('old-windows');
  return Array.isArray(ids) ? ids.map(String) : [];
}
