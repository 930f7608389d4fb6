import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { OwnName } from '#core/contract/settings.ts';
import { show, t } from '#test/dom.tsx';
import { Link } from '#web/kit/link.tsx';
import { useSubmit } from '#web/kit/use-submit.ts';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-field.tsx';

function Name() {
  const submission = useSubmit({ shape: OwnName, send: async () => {}, onDone: () => {}, failed: 'failed' });
  return (
    <Form submission={submission} action="save" pending="saving">
      <TextField name="displayName" label="name" />
    </Form>
  );
}

function Settings() {
  const [isOpen, setOpen] = useState(true);
  return (
    <AskBeforeLeaving onDiscard={() => {}}>
      {isOpen && <Name />}
      <button type="button" onClick={() => setOpen(false)}>
        close
      </button>
      <Link to="/profile">profile</Link>
    </AskBeforeLeaving>
  );
}

const leave = () => act(async () => void fireEvent.click(screen.getByRole('link', { name: 'profile' })));

test('one is asked about what was typed as long as its form is there, and not about a form that went', async () => {
  show(<Settings />);
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Ana' } });
  await leave();
  expect(screen.getByRole('dialog').textContent).toContain(t('form.leave.title'));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('form.discard.keep') })));
  fireEvent.click(screen.getByRole('button', { name: 'close' }));
  await leave();
  expect(screen.queryByRole('dialog')).toBeNull();
});
