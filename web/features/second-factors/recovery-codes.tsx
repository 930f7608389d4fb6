import { use, useEffect, useRef } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { saveFile } from '#web/kit/save-file.ts';
import { TypedContext } from '#web/kit/typed.ts';
import { Button } from '#web/ui/button.tsx';
import { Spelled } from '#web/ui/spoken.tsx';
import { CopyButton } from './copy-button.tsx';

/** Shown this once: to be copied, saved, written down or printed. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = use(TypedContext);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (!typed) return;
    typed.current = { title: t('twoStep.kept.ask'), leave: t('twoStep.kept'), stay: t('twoStep.kept.look') };
    return () => {
      typed.current = null;
    };
  }, [typed, t]);
  const text = codes.join('\n');
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        {t('twoStep.recovery')}
      </h3>
      <p>{t('twoStep.recovery.about')}</p>
      <ul className="grid grid-cols-2 gap-2 rounded-2xl bg-raised p-4 text-center text-sm font-semibold whitespace-nowrap select-all">
        {codes.map((code) => (
          <li key={code}>
            <Spelled code={code} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what="codes" />
        <Button
          look="quiet"
          onClick={() => saveFile(new Blob([`${t('twoStep.recovery')} – ${t('app.name')}\n\n${text}\n`]), 'bukuri.txt')}
        >
          {t('twoStep.download')}
        </Button>
        <Button onClick={onKept}>{t('twoStep.kept')}</Button>
      </div>
    </div>
  );
}
