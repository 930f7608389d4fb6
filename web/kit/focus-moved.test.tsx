import { act, screen } from '@testing-library/react';
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

/** A list with a way to be rid of what bounds it; the whole list has a banner above its heading. */
function Bounded() {
  const [isBound, setBound] = useState(true);
  useEffect(keepFocus, []);
  return (
    <div>
      {!isBound && (
        <section key="banner">
          <h2>Deal of the day</h2>
        </section>
      )}
      <div>
        <h2>Deals in Tirana</h2>
      </div>
      {isBound && (
        <ul>
          <li>
            <button type="button" onClick={() => setBound(false)}>
              remove
            </button>
          </li>
        </ul>
      )}
      <ol>
        <li>
          <h3>Deal</h3>
        </li>
      </ol>
    </div>
  );
}

test('what comes elsewhere at the same time is not what took its place', async () => {
  show(<Bounded />);
  await press('remove');
  expect(document.activeElement?.textContent).toBe('Deals in Tirana');
});

test('a control that comes anew in the place of itself keeps focus', async () => {
  const row = (place: string) => (
    <main>
      <div key={place}>
        <h2>{place}</h2>
        <a href="/">elsewhere</a>
        <button type="button" aria-label="near me" />
      </div>
    </main>
  );
  const stop = keepFocus();
  const { rerender } = show(row('here'));
  screen.getByRole('button').focus();
  rerender(row('there'));
  await act(async () => {});
  expect(screen.getByRole('heading').textContent).toBe('there');
  expect(document.activeElement).toBe(screen.getByRole('button'));
  stop();
});
