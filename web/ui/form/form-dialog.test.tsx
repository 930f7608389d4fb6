import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { OwnName } from '#core/contract/accounts/settings.ts';
import { show, t } from '#test/dom.tsx';
import { useSubmit } from '#web/kit/forms/form.ts';
import { Link } from '#web/kit/router/link.tsx';
import { Form } from './form.tsx';
import { FormButton, LeaveGuard, lazyForm } from './form-dialog.tsx';
import { TextField } from './text-fields.tsx';

const Note = z.object({ text: z.string() });

interface Props {
  name: string;
  send?: (note: { text: string }) => Promise<unknown>;
  onDone: () => void;
  children?: React.ReactNode;
}

function NoteForm({ name, send = async () => {}, onDone, children }: Props) {
  const submission = useSubmit({ shape: Note, send, onDone, failed: 'not sent' });
  return (
    <Form submission={submission} action={`send ${name}`} pending="sending">
      <TextField name="text" label={name} />
      {children}
    </Form>
  );
}

const load = vi.fn(async () => NoteForm);
const LazyNote = lazyForm<Props>(load);

function Opener({ name, children, ...rest }: Omit<Props, 'onDone'>) {
  return (
    <FormButton title={name}>
      {(close) => (
        <LazyNote name={name} onDone={close} {...rest}>
          {children}
        </LazyNote>
      )}
    </FormButton>
  );
}

const settle = () => act(async () => {});
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const titles = () => screen.queryAllByRole('dialog').map((one) => one.querySelector('h2')?.textContent);
const field = (name: string) => screen.findByRole('textbox', { name });

test('form in a dialog, is loaded when the dialog opens', async () => {
  show(<Opener name="note" />);
  expect(load).not.toHaveBeenCalled();
  await press('note');
  expect(await field('note')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('form dialog, closed, shows the prompt only with unsaved input', async () => {
  show(<Opener name="note" />);
  await press('note');
  await field('note');
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([]);

  await press('note');
  await userEvent.type(await field('note'), 'dear');
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual(['note', t('form.discard.title')]);
  await press(t('form.discard.keep'));
  expect(titles()).toEqual(['note']);
  expect(await field('note')).toHaveProperty('value', 'dear');
  await userEvent.keyboard('{Escape}');
  await press(t('form.discard.action'));
  expect(titles()).toEqual([]);
});

test('form dialog, sent, closes without a prompt', async () => {
  const send = vi.fn(async () => {});
  show(<Opener name="note" send={send} />);
  await press('note');
  await userEvent.type(await field('note'), 'dear{Enter}');
  await settle();
  expect(send).toHaveBeenCalledOnce();
  expect(titles()).toEqual([]);
});

test('nested form dialogs, inner one sent, does not send the outer one', async () => {
  const [outer, inner] = [vi.fn(async () => {}), vi.fn(async () => {})];
  show(
    <Opener name="outer" send={outer}>
      <Opener name="inner" send={inner} />
    </Opener>,
  );
  await press('outer');
  await userEvent.type(await field('outer'), 'one');
  await press('inner');
  expect(titles()).toEqual(['outer', 'inner']);
  await userEvent.type(await field('inner'), 'two{Enter}');
  await settle();
  expect(inner).toHaveBeenCalledOnce();
  expect(outer).not.toHaveBeenCalled();
  expect(titles()).toEqual(['outer']);
  expect(await field('outer')).toHaveProperty('value', 'one');
});

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
    <LeaveGuard onDiscard={() => {}}>
      {isOpen && <Name />}
      <button type="button" onClick={() => setOpen(false)}>
        close
      </button>
      <Link to="/profile">profile</Link>
    </LeaveGuard>
  );
}

const leave = () => act(async () => void fireEvent.click(screen.getByRole('link', { name: 'profile' })));

test('page with unsaved input, link clicked, shows the prompt; not once the form is unmounted', async () => {
  show(<Settings />);
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Ana' } });
  await leave();
  expect(screen.getByRole('dialog').textContent).toContain(t('form.leave.title'));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('form.discard.keep') })));
  fireEvent.click(screen.getByRole('button', { name: 'close' }));
  await leave();
  expect(screen.queryByRole('dialog')).toBeNull();
});
