import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with a field; its children may open a second one. */
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

test('dialog, Escape, closes and returns focus to its opener', async () => {
  show(<Opener />);
  await press('open');
  expect(titles()).toEqual(['outer']);
  screen.getByLabelText('name').focus();
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
});

test('dialog, click on the backdrop, closes; a drag that starts or ends inside does not', async () => {
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

test('nested dialogs, Back gesture or Escape, closes the top one; the page scrolls again after the last', async () => {
  show(
    <Opener>
      <Inner />
    </Opener>,
  );
  await press('open');
  await press('more');
  expect(titles()).toEqual(['outer', 'inner']);
  expect(isScrollLocked()).toBe(true);
  fireEvent(dialog('inner'), new Event('cancel', { cancelable: true }));
  expect(titles()).toEqual(['outer']);
  expect(isScrollLocked()).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'more' }));
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([]);
  expect(isScrollLocked()).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
});

test('dialog, kept open by its parent, stays open after a forced close', async () => {
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
