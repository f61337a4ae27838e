import { useRouterState } from '@tanstack/react-router';
import { type Language, languages } from '#platform/rules/language.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { m } from '#text';
import { classNames } from '../ui/layout/class-names.ts';
import { setLanguage } from './language.ts';

/** Under its own name, so that users find theirs without reading the other one. */
const names: Record<Language, { short: string; long: string }> = {
  en: { short: 'EN', long: 'English' },
  sw: { short: 'SW', long: 'Kiswahili' },
};

/** Without JavaScript, the links request the page in that language. */
export function LanguageSwitch() {
  const current = getLocale();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  return (
    <fieldset
      aria-label={m.languageSwitchLabel()}
      className="flex items-center rounded-full border border-line bg-card p-0.5"
    >
      {languages.map((language) => (
        <a
          key={language}
          href={inLanguage(search, language)}
          lang={language}
          hrefLang={language}
          // The label begins with the visible text, for users of voice control.
          aria-label={`${names[language].short}, ${names[language].long}`}
          aria-current={language === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            if (language !== current) setLanguage(language);
          }}
          className={classNames(
            'flex min-h-11 min-w-11 items-center justify-center rounded-full px-2.5 font-semibold text-sm no-underline',
            language === current
              ? 'bg-leaf-soft text-on-leaf-soft max-[25rem]:hidden'
              : 'text-muted hover:text-ink',
          )}
        >
          {names[language].short}
        </a>
      ))}
    </fieldset>
  );
}

function inLanguage(search: string, language: Language): string {
  const next = new URLSearchParams(search);
  next.set('language', language);
  return `?${next}`;
}
