import { useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { spelled } from '#core/i18n/heard.ts';
import { OwnerField } from '#web/features/accounts/owner-field.tsx';
import { type Begun, useBegin, useShowCode } from '#web/features/second-factors/use-second-factor.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button, OutLink } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { CopyButton } from './copy-button.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  user: User;
  onDone: () => void;
}

/** Who one is, then the app and its first code, then what one keeps for the day without the phone. */
export function SetUpForm({ user, onDone }: Props) {
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
  // On a phone the app is at hand; elsewhere a phone looks at the screen.
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
          {/* Beside it, whatever is scrolled, stands the way out. */}
          <div className="px-12">
            <QrCode text={begun.uri} label={t('twoStep.qr')} />
          </div>
        </div>
        <OutLink href={begun.uri} target="_self" className="sm:hidden">
          {t('twoStep.open')}
        </OutLink>
        <div className="flex flex-col items-center gap-2 text-center">
          <p>
            <span className="block text-sm text-quiet">{t('twoStep.key')}</span>
            <strong aria-hidden="true" className="flex max-w-56 flex-wrap justify-center gap-x-2">
              {inFours.map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: it stays as it is
                <span key={place}>{part} </span>
              ))}
            </strong>
            <span className="select-none sr-only">{spelled(inFours.join('-'))}</span>
          </p>
          <CopyButton text={begun.secret} what="key" />
        </div>
        <Button look="plain" className="sm:hidden" aria-expanded={isOther} onClick={() => setOther(!isOther)}>
          {t('twoStep.other')}
        </Button>
      </div>
      <CodeField kind="app" label={t('twoStep.code')} hint={t('twoStep.code.first')} />
    </Form>
  );
}
