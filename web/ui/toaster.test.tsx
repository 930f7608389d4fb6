import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SPEAKING, said, show, t } from '#test/dom.tsx';
import { beginEachInSilence, Messages, say, wait } from '#test/messages.tsx';
import { keepFocus } from '#web/kit/focus.ts';
import { toast } from '#web/kit/toasts.ts';
import { Dialog } from './dialog.tsx';

beginEachInSilence();
/** What is on the screen, and whether it is leaving. */
const shown = () =>
  screen.queryAllByRole('listitem', { hidden: true }).map((item) => `${item.textContent} ${item.dataset.state}`);

test('a message is said by the voice alone', async () => {
  show(<Messages />);
  const others = new Set<string>();
  const look = () => {
    for (const { outerHTML } of document.querySelectorAll(`:is(${SPEAKING}):not([data-live-region])`))
      others.add(outerHTML);
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { childList: true, subtree: true });
  say('saved');
  for (let ms = 0; ms < 1000; ms += 50) await wait(50);
  watch.disconnect();
  expect([said(), [...others]]).toEqual([['saved'], []]);
});

test('a message is shown for five seconds and takes one more to go', async () => {
  show(<Messages />);
  say('saved');
  await wait(4999);
  expect(shown()).toEqual(['saved open']);
  await wait(1);
  expect(shown()).toEqual(['saved closed']);
  await wait(999);
  expect(shown()).toEqual(['saved closed']);
  await wait(1);
  expect(shown()).toEqual([]);
});

test('a message with something to do stays until that is done', async () => {
  show(<Messages />);
  const run = vi.fn();
  act(() => toast({ tone: 'done', title: 'removed', action: { label: 'undo', run } }));
  await wait(60_000);
  expect(shown()).toEqual(['removedundo open']);
  fireEvent.click(screen.getByRole('button', { name: 'undo' }));
  expect([shown(), run.mock.calls.length]).toEqual([['removedundo closed'], 1]);
});

test('what a message offers is done once, however often it is pressed while it goes', () => {
  show(<Messages />);
  const run = vi.fn();
  act(() => toast({ tone: 'done', title: 'removed', action: { label: 'undo', run } }));
  const undo = screen.getByRole('button', { name: 'undo' });
  act(() => {
    for (let press = 0; press < 3; press += 1) undo.click();
  });
  expect(run).toHaveBeenCalledTimes(1);
});

test('a message that leads to where one is goes', async () => {
  show(<Messages />, { at: '/profile' });
  act(() => toast({ tone: 'done', title: 'sent', action: { label: 'look', run: () => {}, leadsTo: '/profile' } }));
  await wait(1100);
  expect(shown()).toEqual([]);
});

test('a message that says why one is where it leads stays for its five seconds, and offers nothing', async () => {
  show(<Messages />, { at: '/login' });
  const action = { label: 'sign in', run: () => {}, leadsTo: '/login' };
  act(() => toast({ tone: 'failed', title: 'signed out', action, isReason: true }));
  await wait(4999);
  expect(shown()).toEqual(['signed out open']);
  await wait(1);
  expect(shown()).toEqual(['signed out closed']);
});

test('a dismissed message can be reached no more while it goes', async () => {
  show(<Messages />);
  say('saved');
  fireEvent.click(screen.getByRole('button', { name: t('common.close') }));
  expect(shown()).toEqual(['saved closed']);
  expect(screen.getByRole('listitem', { hidden: true }).closest('[inert]')).not.toBeNull();
  await wait(1000);
  expect(shown()).toEqual([]);
});

test('a message takes the place of the one before it, also of one that is leaving', async () => {
  show(<Messages />);
  say('first');
  say('second');
  expect(shown()).toEqual(['second open']);
  fireEvent.keyDown(window, { key: 'Escape' });
  await wait(500);
  say('third');
  await wait(600);
  expect(shown()).toEqual(['third open']);
});

/** Dialogs in one another, with these titles. */
const Nested = ({ titles: [title, ...more] }: { titles: string[] }) =>
  title ? (
    <Dialog title={title} onClose={() => {}}>
      <Nested titles={more} />
    </Dialog>
  ) : null;

test('a message shows in the dialog on top, and outlives it', () => {
  const { rerender } = show(<Messages />);
  for (const titles of [['outer'], ['outer', 'inner'], ['outer'], []]) {
    rerender(
      <>
        <Nested titles={titles} />
        <Messages />
      </>,
    );
    if (titles.length === 1) say('saved');
    const host = screen.getByRole('listitem').closest('dialog');
    expect(host?.querySelector('h2')?.textContent).toBe(titles.at(-1));
  }
});

test('a message that goes along to another page goes there', async () => {
  show(<Messages />, { at: '/login' });
  act(() => toast({ tone: 'note', title: 'sign in', goesTo: '/login' }));
  await wait(1100);
  expect(shown()).toEqual([]);
});

test('who closes a message by a key is back at once where they were', async () => {
  const stop = keepFocus();
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Ruaj' });
  act(() => button.focus());
  say('saved');
  const close = screen.getByRole('button', { name: t('common.close') });
  act(() => close.focus());
  fireEvent.click(close);
  await wait(0);
  expect(document.activeElement).toBe(button);
  stop();
});

test('Escape that closed something else leaves the message', async () => {
  show(<Messages />);
  say('saved');
  const close = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', close);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  document.body.removeEventListener('keydown', close);
  expect(shown()).toEqual(['saved open']);
});
