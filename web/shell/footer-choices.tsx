import { useId } from 'react';
import { type Theme, themes } from '#core/domain/themes.ts';
import type { Language } from '#core/i18n/language.ts';
import { useHydrated } from '../kit/hydrated.ts';
import { useT } from '../kit/i18n.tsx';
import { useTheme } from '../kit/theme.ts';
import { ChevronDown } from '../ui/icons.tsx';
import { languages, useLanguageChange } from './language-switch.tsx';

/** How the shop speaks and looks. */
export function FooterChoices() {
  const t = useT();
  const change = useLanguageChange();
  const { theme, choose } = useTheme();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <Choice
        label={t('language.label')}
        value={t.language}
        options={languages.map((language) => [language, t(`language.${language}`)])}
        onChange={(language) => change(language as Language)}
      />
      <Choice
        label={t('settings.theme')}
        value={theme}
        options={themes.map((each) => [each, t(`settings.theme.${each}`)])}
        onChange={(each) => choose(each as Theme)}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: [value: string, name: string][];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  // Without a script the links in the header change the language, and the theme is that of the device.
  const hydrated = useHydrated();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <label htmlFor={id} className="min-w-12 sm:min-w-0">
        {label}
      </label>
      <span className="relative flex items-center">
        <select
          id={id}
          value={value}
          disabled={!hydrated}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-11 max-w-[calc(100vw-2rem)] appearance-none text-ellipsis rounded-full border border-edge bg-surface pl-4 pr-9 font-semibold text-ink"
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className="pointer-events-none absolute right-3" />
      </span>
    </span>
  );
}
