import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { show, t } from '#test/dom.tsx';
import { fakeServer, noAnswer } from '#test/fake-server.ts';
import { useSubmit } from '#web/kit/form.ts';
import { Form } from './form.tsx';
import { FormButton, FormDialog, lazyForm } from './form-dialog.tsx';
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
/** What a press begins is over when it returns. */
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const titles = () => screen.queryAllByRole('dialog').map((one) => one.querySelector('h2')?.textContent);
const field = (name: string) => screen.findByRole('textbox', { name });

test('the form is fetched when its dialog opens', async () => {
  show(<Opener name="note" />);
  expect(load).not.toHaveBeenCalled();
  await press('note');
  expect(await field('note')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test('without a connection the dialog says so, and its form comes by itself with it', async () => {
  vi.useFakeTimers();
  const server = fakeServer({ 'GET /healthz': noAnswer });
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Late = lazyForm<Props>(load);
  show(<FormButton title="note">{(close) => <Late name="note" onDone={close} />}</FormButton>);
  await press('note');
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await pass(2000);
  expect(screen.getByRole('dialog').textContent).toContain(t('offline.missing'));
  server.on('GET /healthz', () => ({ status: 'alive' }));
  await pass(5000);
  expect(screen.getByRole('textbox', { name: 'note' })).toBeTruthy();
});

test('it closes at once while nothing is typed, and asks before it throws text away', async () => {
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

test('what was sent may go without asking', async () => {
  const send = vi.fn(async () => {});
  show(<Opener name="note" send={send} />);
  await press('note');
  await userEvent.type(await field('note'), 'dear{Enter}');
  await settle();
  expect(send).toHaveBeenCalledOnce();
  expect(titles()).toEqual([]);
});

test('what was typed after sending is asked about again', async () => {
  show(
    <FormDialog title="note" onClose={() => {}}>
      <NoteForm name="note" onDone={() => {}} />
    </FormDialog>,
  );
  await userEvent.type(await field('note'), 'dear{Enter}');
  await settle();
  await userEvent.type(await field('note'), ' Ana');
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual(['note', t('form.discard.title')]);
});

test('a form in a dialog over another form is sent alone', async () => {
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
