import { useState } from 'react';
import { useShowCode } from '#web/features/second-factors/use-second-factor.ts';
import { useT } from '#web/kit/i18n.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** New recovery codes in the place of those that were there. */
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
