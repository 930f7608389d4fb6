/** Where a form goes that a browser posts by itself. */
import { expect, test } from 'vitest';
import { accounts, ResetRequest } from '#core/contract/accounts.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { asServed } from '#test/dom.tsx';
import { TranslateProvider } from '#web/kit/i18n.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { Form } from './form.tsx';

function Asking() {
  const submission = useSubmit({ shape: ResetRequest, send: async () => {}, onDone: () => {}, failed: '' });
  return (
    <Form submission={submission} to={accounts.resetRequest.path} action="a" pending="p">
      <p />
    </Form>
  );
}

test('a form that is posted without our script says in which language it was read', () => {
  expect(asServed(<Asking />)).toContain('action="/api/auth/reset-request"');
  const inEnglish = (
    <TranslateProvider value={translator('en', allWords.en.words)}>
      <Asking />
    </TranslateProvider>
  );
  expect(asServed(inEnglish)).toContain('action="/api/auth/reset-request?lang=en"');
});
