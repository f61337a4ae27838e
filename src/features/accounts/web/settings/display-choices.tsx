import { Image, Languages } from 'lucide-react';
import { useState } from 'react';
import { type Language, languages } from '#platform/rules/language.ts';
import {
  type PictureChoice as Choice,
  pictureChoices,
  type ToWorker,
} from '#platform/rules/service-worker.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { deviceStore } from '#platform/web/session/storage.ts';
import { setLanguage } from '#platform/web/shell/site-info.ts';
import { m } from '#text';
import { SettingsRow } from '#ui/layout/settings-row.tsx';

/** In its own language, so that users find theirs without reading the other one. */
const names: Record<Language, string> = { en: 'English', sw: 'Kiswahili' };

export function LanguageChoice() {
  const current = getLocale();
  const { client } = trpc.useUtils();
  const choose = async (language: Language) => {
    // Also for mails. If it cannot be saved now, the page changes anyway.
    await client.auth.setLanguage.mutate({ language }).catch(() => {});
    setLanguage(language);
  };
  return (
    <SettingsRow Icon={Languages} title={m.languageSwitchLabel()} value={names[current]}>
      <fieldset aria-label={m.languageSwitchLabel()} className="flex flex-wrap gap-3">
        {languages.map((language) => (
          <label
            key={language}
            lang={language}
            className="flex min-h-12 flex-1 items-center gap-3 rounded-field border-[1.5px] border-edge px-4 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-on-leaf-soft"
          >
            <input
              type="radio"
              name="language"
              value={language}
              checked={language === current}
              onChange={() => void choose(language)}
              className="size-5 accent-leaf-solid"
            />
            {names[language]}
          </label>
        ))}
      </fieldset>
    </SettingsRow>
  );
}

const labels = {
  usual: m.picturesUsual,
  small: m.picturesSmall,
  none: m.picturesNone,
} as const satisfies Record<Choice, () => string>;

/** A setting of the device, not of the user. The service worker filters the photos. */
const KEY = 'pictures';

function readChoice(): Choice {
  const kept = deviceStore.read(KEY);
  return pictureChoices.find((choice) => choice === kept) ?? 'usual';
}

export function PictureChoice() {
  const [chosen, setChosen] = useState(readChoice);
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return null;
  const choose = (pictures: Choice) => {
    setChosen(pictures);
    worker.postMessage({ type: 'pictures', pictures } satisfies ToWorker);
    deviceStore.write(KEY, pictures);
  };
  return (
    <SettingsRow Icon={Image} title={m.picturesTitle()} value={labels[chosen]()}>
      <p className="text-muted">{m.picturesLead()}</p>
      <fieldset aria-label={m.picturesTitle()} className="grid gap-2">
        {pictureChoices.map((choice) => (
          <label
            key={choice}
            className="flex min-h-12 items-center gap-3 rounded-field border-[1.5px] border-edge px-4 font-semibold has-checked:border-leaf has-checked:bg-leaf-soft has-checked:text-on-leaf-soft"
          >
            <input
              type="radio"
              name="pictures"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
              className="size-5 accent-leaf-solid"
            />
            {labels[choice]()}
          </label>
        ))}
      </fieldset>
      {savesData() && chosen === 'usual' && (
        <p className="text-muted text-sm">{m.picturesSaved()}</p>
      )}
    </SettingsRow>
  );
}

const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;
