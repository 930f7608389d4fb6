import { use, useEffect, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { spelled } from '#core/i18n/spoken.ts';
import { OwnerField } from '#web/features/accounts/require-user.tsx';
import { saveFile } from '#web/kit/browser.ts';
import { UnsavedChangesContext } from '#web/kit/forms/unsaved-changes.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button, OutLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CodeField } from '#web/ui/form/text-fields.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SpelledText } from '#web/ui/screen-reader-text.tsx';
import { type Begun, useBegin, useEnd, useShowCode } from './use-second-factors.ts';

/** The password, then the app and its first code, then the recovery codes. */
export function SetUpForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (begun) return <FirstCode begun={begun} onDone={setCodes} />;
  return <Owner user={user} onDone={setBegun} />;
}

function Owner({ user, onDone }: { user: User; onDone: (begun: Begun) => void }) {
  const t = useT();
  const submission = useBegin(user.hasPassword, onDone);
  return (
    <Form isTold submission={submission} action={t('twoStep.next')} pending={t('twoStep.wait')}>
      <p>{t('twoStep.begin.about')}</p>
      <OwnerField user={user} />
    </Form>
  );
}

function FirstCode({ begun, onDone }: { begun: Begun; onDone: (recoveryCodes: string[]) => void }) {
  const t = useT();
  const submission = useShowCode('confirm', onDone);
  // On a phone the app is opened directly; elsewhere its camera scans the code.
  const [isOther, setOther] = useState(false);
  const inFours = begun.secret.match(/.{1,4}/g) ?? [];
  return (
    <Form submission={submission} action={t('twoStep.confirm')} pending={t('twoStep.wait')}>
      <h3 tabIndex={-1} className="text-lg">
        {t('twoStep.app')}
      </h3>
      <div className="flex flex-col gap-4">
        <div className={`${isOther ? '' : 'max-sm:hidden'} flex flex-col gap-4 max-sm:order-last`}>
          <p>{t('twoStep.scan')}</p>
          {/* The dialog's close button stands beside it. */}
          <div className="px-12">
            <QrCode text={begun.uri} label={t('twoStep.qr')} />
          </div>
        </div>
        <OutLink href={begun.uri} target="_self" className="sm:hidden">
          {t('twoStep.open')}
        </OutLink>
        <div className="flex flex-col items-center gap-2 text-center">
          <p>
            <span className="block text-sm text-muted">{t('twoStep.key')}</span>
            <strong aria-hidden="true" translate="no" className="flex max-w-56 flex-wrap justify-center gap-x-2">
              {inFours.map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: it stays as it is
                <span key={place}>{part} </span>
              ))}
            </strong>
            <span className="sr-only">{spelled(inFours.join('-'))}</span>
          </p>
          <CopyButton text={begun.secret} what="key" />
        </div>
        <Button variant="plain" className="sm:hidden" aria-expanded={isOther} onClick={() => setOther(!isOther)}>
          {t('twoStep.other')}
        </Button>
      </div>
      <CodeField kind="app" label={t('twoStep.code')} hint={t('twoStep.code.first')} />
    </Form>
  );
}

export function EndForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const submission = useEnd(onDone);
  return (
    <Form isTold submission={submission} action={t('twoStep.end')} pending={t('twoStep.wait')}>
      <p>{t('twoStep.end.about')}</p>
      <CodeField kind="either" label={t('twoStep.code')} hint={t('twoStep.code.hint')} />
    </Form>
  );
}

/** Replaces the recovery codes. */
export function RenewForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [codes, setCodes] = useState<string[] | null>(null);
  const submission = useShowCode('renew', setCodes);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  return (
    <Form isTold submission={submission} action={t('twoStep.renew')} pending={t('twoStep.wait')}>
      <p>{t('twoStep.renew.about')}</p>
      <CodeField kind="either" label={t('twoStep.code')} hint={t('twoStep.code.hint')} />
    </Form>
  );
}

/** Shown once: to be copied, saved, written down or printed. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  const typed = use(UnsavedChangesContext);
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
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-2 rounded-2xl bg-raised p-4 text-center text-sm font-semibold whitespace-nowrap select-all">
        {codes.map((code) => (
          <li key={code}>
            <SpelledText code={code} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what="codes" />
        <Button
          variant="secondary"
          onClick={() => saveFile(new Blob([`${t('twoStep.recovery')} – ${t('app.name')}\n\n${text}\n`]), 'bukuri.txt')}
        >
          {t('twoStep.download')}
        </Button>
        <Button onClick={onKept}>{t('twoStep.kept')}</Button>
      </div>
    </div>
  );
}

/** The clipboard needs HTTPS. */
function CopyButton({ text, what }: { text: string; what: 'codes' | 'key' }) {
  const t = useT();
  if (!window.isSecureContext) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ tone: 'done', title: t(`twoStep.copied.${what}`) }),
      () => toast({ tone: 'failed', title: t('common.error'), text: t(`twoStep.copyFailed.${what}`) }),
    );
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      {t(`twoStep.copy.${what}`)}
    </Button>
  );
}
