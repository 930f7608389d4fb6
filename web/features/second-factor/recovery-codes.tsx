import { useEffect, useRef } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';

/** Shown this once: to be copied, written down or printed. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast({ tone: 'done', title: t('twoStep.copied') }),
      () => toast({ tone: 'failed', title: t('common.error'), text: t('twoStep.copyFailed') }),
    );
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-lg">
        {t('twoStep.recovery')}
      </h3>
      <p>{t('twoStep.recovery.about')}</p>
      <ul className="grid grid-cols-2 gap-2 rounded-2xl bg-raised p-4 text-center text-sm font-semibold whitespace-nowrap select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {/* Nobody copies where the line is not secure. */}
        {window.isSecureContext && (
          <Button look="quiet" onClick={() => void copy()}>
            {t('twoStep.copy')}
          </Button>
        )}
        <Button onClick={onKept}>{t('twoStep.kept')}</Button>
      </div>
    </div>
  );
}
