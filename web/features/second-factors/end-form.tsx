import { useT } from '#web/kit/i18n.tsx';
import { CodeField } from '#web/ui/form/code-field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { useEnd } from './use-second-factor.ts';

/** Back to the password alone. */
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
