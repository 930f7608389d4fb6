import { LanguageChoice, ThemeChoice } from '../features/settings/choices.tsx';

/** How the shop speaks and looks. */
export function FooterChoices() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <LanguageChoice at="footer" />
      <ThemeChoice />
    </div>
  );
}
