import { useEffect, useRef, useState } from 'react';
import type { User } from '#core/contract/accounts.ts';
import { useT } from '#web/kit/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { CodeField } from '#web/ui/form/text-fields.tsx';
import { type EnterWithCode, useEnterCode } from './use-sign-in.ts';

/** The second step of signing in: the code of an app, or one that was kept for when it is not at hand. */
export function CodeForm({ enter, onIn }: { enter: EnterWithCode; onIn: (user: User) => void }) {
  const t = useT();
  const submission = useEnterCode(enter, onIn);
  const [isApp, setApp] = useState(true);
  const shown = useRef(isApp);
  useEffect(() => {
    if (shown.current !== isApp) document.getElementById(`${submission.id}-code`)?.focus();
    shown.current = isApp;
  }, [isApp, submission.id]);
  return (
    <>
      <Form card submission={submission} action={t('login.action')} pending={t('login.pending')}>
        {isApp ? (
          <CodeField key="app" kind="app" label={t('login.code.app')} hint={t('login.code.app.hint')} />
        ) : (
          <CodeField
            key="recovery"
            kind="recovery"
            label={t('login.code.recovery')}
            hint={t('login.code.recovery.hint')}
          />
        )}
      </Form>
      <Button
        variant="plain"
        onClick={() => {
          submission.forget();
          submission.form.setValue('code', undefined);
          setApp(!isApp);
        }}
      >
        {t(isApp ? 'login.code.toRecovery' : 'login.code.toApp')}
      </Button>
    </>
  );
}
