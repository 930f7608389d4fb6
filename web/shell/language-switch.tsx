import type { MouseEvent } from 'react';
import type { Language } from '#core/i18n/language.ts';
import { useAddress } from '../kit/address.ts';
import { useT } from '../kit/i18n.tsx';
import { languages, useLanguageChange } from '../kit/use-language-change.ts';

const short: Record<Language, string> = { sq: 'SQ', en: 'EN' };

/** Two links, so that it works without JavaScript; with it the choice is remembered and the page reloads. A phone shows the other one. */
export function LanguageSwitch() {
  const t = useT();
  const { canonical } = useAddress();
  const link = (language: Language) => `${canonical}${canonical.includes('?') ? '&' : '?'}lang=${language}`;
  const change = useLanguageChange();
  const choose = (language: Language) => (event: MouseEvent) => {
    event.preventDefault();
    change(language);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: two links are not a fieldset
    <div role="group" aria-label={t('language.label')} className="flex shrink-0 items-center rounded-full bg-surface">
      {languages.map((language) => (
        <a
          key={language}
          href={link(language)}
          hrefLang={language}
          lang={language}
          data-tooltip={t(`language.${language}`)}
          aria-current={t.language === language ? 'true' : undefined}
          onClick={choose(language)}
          rel="nofollow"
          className={`grid size-[44px] place-items-center rounded-full border text-[min(0.75rem,18px)] font-bold ${t.language === language ? 'border-ink bg-raised text-ink max-sm:hidden' : 'border-line text-quiet hover:text-ink'}`}
        >
          {`${short[language]} `}
          <span className="sr-only">{t(`language.${language}`)}</span>
        </a>
      ))}
    </div>
  );
}
