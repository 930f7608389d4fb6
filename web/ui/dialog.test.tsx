import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with a field, and in it a second one. */
function Opener({ children }: { children?: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Dialog title="outer" onClose={() => setOpen(false)}>
          <input aria-label="name" />
          {children}
        </Dialog>
      )}
    </>
  );
}

function Inner() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        more
      </button>
      {open && (
        <Dialog title="inner" onClose={() => setOpen(false)}>
          <p>text</p>
        </Dialog>
      )}
    </>
  );
}

const dialog = (name: string) => screen.getByRole('dialog', { name });
const titles = () => screen.queryAllByRole('dialog').map((one) => one.querySelector('h2')?.textContent);
const isScrollLocked = () => document.documentElement.classList.contains('overflow-hidden');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('Escape closes the dialog, and focus goes back to what opened it', async () => {
  show(<Opener />);
  await press('open');
  expect(titles()).toEqual(['outer']);
  screen.getByLabelText('name').focus();
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
});

test('a press on the backdrop closes it; a press that begins or ends in it does not', async () => {
  show(<Opener />);
  await press('open');
  const [backdrop, field] = [dialog('outer'), screen.getByLabelText('name')];
  fireEvent.pointerDown(field);
  fireEvent.pointerUp(backdrop);
  fireEvent.click(backdrop);
  expect(titles()).toEqual(['outer']);
  fireEvent.pointerDown(backdrop);
  fireEvent.pointerUp(field);
  fireEvent.click(backdrop);
  expect(titles()).toEqual(['outer']);
  await userEvent.click(backdrop);
  expect(titles()).toEqual([]);
});

test('of two dialogs one Escape closes the one on top; the page stays locked until the last is gone', async () => {
  show(
    <Opener>
      <Inner />
    </Opener>,
  );
  await press('open');
  await press('more');
  expect(titles()).toEqual(['outer', 'inner']);
  expect(isScrollLocked()).toBe(true);
  dialog('inner').querySelector('button')?.focus();
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual(['outer']);
  expect(isScrollLocked()).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'more' }));
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([]);
  expect(isScrollLocked()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
});

test('the way back of a phone closes the one on top only', async () => {
  show(
    <Opener>
      <Inner />
    </Opener>,
  );
  await press('open');
  await press('more');
  fireEvent(dialog('inner'), new Event('cancel', { cancelable: true }));
  expect(titles()).toEqual(['outer']);
  fireEvent(dialog('outer'), new Event('cancel', { cancelable: true }));
  expect(titles()).toEqual([]);
});

test('a dialog that is to stay open stays, also when the browser has closed it', async () => {
  let asked = 0;
  show(
    <Dialog title="stays" onClose={() => asked++}>
      text
    </Dialog>,
  );
  fireEvent(dialog('stays'), new Event('cancel', { cancelable: false }));
  (dialog('stays') as HTMLDialogElement).close();
  expect(asked).toBe(1);
  expect(dialog('stays')).toHaveProperty('open', true);
});

test('the way out comes first, and what is to be filled in is gone to', async () => {
  show(
    <Dialog title="form" onClose={() => {}}>
      <form>
        <input aria-label="name" />
      </form>
    </Dialog>,
  );
  expect(screen.getAllByRole('button')[0]).toBe(dialog('form').querySelector('a, button, input'));
  expect(document.activeElement).toBe(screen.getByLabelText('name'));
});

test('a dialog has one heading: its own, or that of what it carries', () => {
  const { rerender } = show(
    <Dialog title="question" onClose={() => {}}>
      <p>text</p>
    </Dialog>,
  );
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  rerender(
    <Dialog bare title="content" onClose={() => {}}>
      <h2>content</h2>
    </Dialog>,
  );
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(dialog('content')).toBeTruthy();
});
