/** Language and theme, applied at once. */

import { type Theme, themes } from '#core/domain/themes.ts';
import type { Language } from '#core/i18n/language.ts';
import { languages } from '#core/i18n/language.ts';
import { createStoredState } from '#web/kit/data/stored-state.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLanguageChange } from '#web/kit/i18n/language-change.ts';
import { useTheme } from '#web/kit/theme.ts';
import { Choice } from '#web/ui/choice.tsx';

/** Where a language was chosen: focus returns there after the reload. */
const chosenAt = createStoredState<string>('languageChosenAt', { none: '', read: String, isOfTab: true });

export function LanguageChoice({ at }: { at: 'settings' | 'footer' }) {
  const t = useT();
  const change = useLanguageChange();
  return (
    <Choice
      label={t('language.label')}
      hint={t('language.hint')}
      isComeBackTo={() => {
        const is = chosenAt.get() === at;
        if (is) chosenAt.set('');
        return is;
      }}
      value={t.language}
      options={languages.map((language) => [language, t(`language.${language}`)])}
      onChange={(language) => {
        chosenAt.set(at);
        change(language as Language);
      }}
    />
  );
}

export function ThemeChoice() {
  const t = useT();
  const { theme, choose } = useTheme();
  return (
    <Choice
      label={t('settings.theme')}
      value={theme}
      options={themes.map((each) => [each, t(`settings.theme.${each}`)])}
      onChange={(each) => choose(each as Theme)}
    />
  );
}
