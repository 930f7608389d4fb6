import { useState } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useLanguageChange } from '#web/kit/i18n/language-change.ts';
import { savePreference } from '#web/kit/preferences.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { X } from '#web/ui/icons.ts';

/** For browsers that ask for English on an Albanian page, until a language was chosen. It overlays the page. */
export function EnglishOffer() {
  const t = useT();
  const change = useLanguageChange();
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return null;
  const stay = () => {
    savePreference('language', 'sq');
    setHidden(true);
  };
  return (
    <div className="at-foot fixed left-[12px] z-30 flex items-center rounded-full border border-line bg-surface shadow-lift">
      <Button variant="plain" lang="en" onClick={() => change('en')}>
        {t('language.offer')}
      </Button>
      <IconButton label={t('language.offer.hide')} onClick={stay}>
        <X size={18} />
      </IconButton>
    </div>
  );
}
