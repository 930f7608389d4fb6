import { useT } from '#web/kit/i18n.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { LanguageChoice, ThemeChoice } from './choices.tsx';

export function LookSection() {
  const t = useT();
  return (
    <CardSection title={t('settings.look')}>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <LanguageChoice at="settings" />
        <ThemeChoice />
      </div>
      <p className="text-sm text-muted">{t('settings.look.hint')}</p>
    </CardSection>
  );
}
