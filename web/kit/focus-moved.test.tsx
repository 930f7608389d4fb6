import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { keepFocus } from './focus.ts';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** A list that is the other way round once a dialog over it is closed. */
function List() {
  const [isOpen, setOpen] = useState<boolean>();
  const names = ['a', 'b', 'c'];
  useEffect(keepFocus, []);
  return (
    <>
      <ul>
        {(isOpen === false ? names.toReversed() : names).map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setOpen(true)}>
              open {name}
            </button>
          </li>
        ))}
      </ul>
      {isOpen && (
        <Dialog title="open" onClose={() => setOpen(false)}>
          content
        </Dialog>
      )}
    </>
  );
}

test.each(['a', 'b', 'c'])(
  'what a dialog gives focus back to keeps it though it is moved at the same time: %s',
  async (name) => {
    show(<List />);
    await press(`open ${name}`);
    await press(t('a11y.closeDialog'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: `open ${name}` })).toBe(document.activeElement);
  },
);
