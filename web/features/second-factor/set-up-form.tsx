import { useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { OutLink } from '#web/ui/button.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Begun, useBegin, useShowCode } from './use-second-factor.ts';

interface Props {
  hasPassword: boolean;
  onDone: () => void;
}

/** Who one is, then the app and its first code, then what one keeps for the day without the phone. */
export function SetUpForm({ hasPassword, onDone }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (begun) return <FirstCode begun={begun} onDone={setCodes} />;
  return <Owner hasPassword={hasPassword} onDone={setBegun} />;
}

function Owner({ hasPassword, onDone }: { hasPassword: boolean; onDone: (begun: Begun) => void }) {
  const t = useT();
  const submission = useBegin(hasPassword, onDone);
  return (
    <Form isTold submission={submission} action={t('twoStep.next')} pending={t('twoStep.wait')}>
      <p>{t('twoStep.begin.about')}</p>
      {hasPassword && <PasswordField name="password" label={t('twoStep.password')} autoComplete="current-password" />}
    </Form>
  );
}

function FirstCode({ begun, onDone }: { begun: Begun; onDone: (recoveryCodes: string[]) => void }) {
  const t = useT();
  const submission = useShowCode('confirm', onDone);
  return (
    <Form submission={submission} action={t('twoStep.confirm')} pending={t('twoStep.wait')}>
      <p>{t('twoStep.scan')}</p>
      <QrCode text={begun.uri} label={t('twoStep.qr')} />
      <OutLink href={begun.uri} target="_self" className="sm:hidden">
        {t('twoStep.open')}
      </OutLink>
      <p className="text-center">
        <span className="block text-sm text-quiet">{t('twoStep.key')}</span>
        <strong className="break-all">{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</strong>
      </p>
      <CodeField label={t('twoStep.code')} hint={t('twoStep.code.first')} />
    </Form>
  );
}
