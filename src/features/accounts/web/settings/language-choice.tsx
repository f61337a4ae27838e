import { Languages } from 'lucide-react';
import { type Language, languages } from '#platform/rules/language.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { setLanguage } from '#platform/web/shell/language.ts';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { m } from '#text';

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
