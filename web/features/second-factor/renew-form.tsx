import { useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CodeField } from '#web/ui/form/text-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useShowCode } from './use-second-factor.ts';

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
