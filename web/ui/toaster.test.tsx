import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SPEAKING, said, show, t } from '#test/dom.tsx';
import { keepFocus } from '#web/kit/focus.ts';
import { toast, useToast } from '#web/kit/toasts.ts';
import { Dialog } from './dialog.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await wait(10_000);
});

function Messages() {
  const message = useToast();
  return message && <Toaster message={message} />;
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const say = (title: string) => act(() => toast({ tone: 'done', title }));
/** What is on the screen, and whether it is leaving. */
const shown = () =>
  screen.queryAllByRole('listitem', { hidden: true }).map((item) => `${item.textContent} ${item.dataset.state}`);

test('a message is said by the voice alone', async () => {
  show(<Messages />);
  const others = new Set<string>();
  const look = () => {
    for (const { outerHTML } of document.querySelectorAll(`:is(${SPEAKING}):not([data-voice])`)) others.add(outerHTML);
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

test('a message that leads to where one is goes', async () => {
  show(<Messages />, { at: '/profile' });
  act(() => toast({ tone: 'done', title: 'sent', action: { label: 'look', run: () => {}, leadsTo: '/profile' } }));
  await wait(1100);
  expect(shown()).toEqual([]);
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

test.each([
  { where: 'where it would cover that, right above', button: [600, 650], bottom: '176px' },
  { where: 'below, where there is no room above', button: [90, 560], bottom: '100px' },
  { where: 'where all messages do, where that is free', button: [300, 350], bottom: '' },
])('a message stands $where what was pressed', ({ button: [top = 0, end = 0], bottom }) => {
  const of = (element: Element) => (element.tagName === 'OL' ? [560, 660] : [top, end]);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [from = 0, to = 0] = of(this);
    return new DOMRect(0, from, 300, to - from);
  });
  show(
    <>
      <button type="button" onClick={() => toast({ tone: 'done', title: 'saved' })}>
        Ruaj
      </button>
      <Messages />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ruaj' }));
  expect(screen.getByRole('listitem').parentElement?.style.bottom).toBe(bottom);
});

/** Everything stands at these heights, the box of messages at 560 to 660 until it is moved. */
function standing(heightsOf: (element: Element) => [number, number]) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, end] = this.tagName === 'OL' ? [560, 660] : heightsOf(this);
    return new DOMRect(0, top, 300, end - top);
  });
}
const place = () => screen.getByRole('listitem').parentElement?.style.bottom;

test('what was pressed and has gone with all around it is kept clear no more', () => {
  standing(() => [600, 650]);
  const { rerender } = show(
    <section>
      <button type="button">Konfirmo</button>
    </section>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Konfirmo' }));
  rerender(<Messages />);
  say('done');
  expect(place()).toBe('');
});

test('a message keeps off the whole entry of a list whose link has focus', () => {
  standing((element) => (element.tagName === 'ARTICLE' ? [540, 700] : element.tagName === 'A' ? [540, 550] : [0, 0]));
  show(
    <>
      <article>
        <a href="/there">Oferta</a>
      </article>
      <Messages />
    </>,
  );
  act(() => screen.getByRole('link').focus());
  say('added');
  expect(place()).toBe(`${innerHeight - 540 + 8}px`);
});

test('a message that goes along to another page goes there', async () => {
  show(<Messages />, { at: '/login' });
  act(() => toast({ tone: 'note', title: 'sign in', goesTo: '/login' }));
  await wait(1100);
  expect(shown()).toEqual([]);
});

test('a message covers no bar that leads on', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.tagName === 'OL' || this.hasAttribute('data-keep-clear')
      ? new DOMRect(0, 600, 300, 100)
      : new DOMRect();
  });
  show(
    <>
      <div data-keep-clear="" />
      <Messages />
    </>,
  );
  say('removed');
  expect(screen.getByRole('listitem').parentElement?.style.bottom).toBe('176px');
});

test('a message stays where it was when what it kept off has gone with its page', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const bottom = (this as HTMLElement).style.bottom;
    const [top, end] = this.hasAttribute('data-keep-clear') ? [560, 660] : bottom ? [490, 590] : [560, 660];
    return this.tagName === 'A' ? new DOMRect() : new DOMRect(0, this.tagName === 'H1' ? 0 : top, 300, end - top);
  });
  const { rerender } = show(
    <>
      <div data-keep-clear="" />
      <Messages />
    </>,
  );
  say('ordered');
  const before = place();
  expect(before).not.toBe('');
  rerender(
    <>
      <a href="/">home</a>
      <Messages />
    </>,
  );
  act(() => screen.getByRole('link').focus());
  await wait(50);
  expect(place()).toBe(before);
});

test('a message moves off what gets focus below it', async () => {
  const stands = { message: [560, 660], button: [600, 650] };
  const of = (element: Element) => (element.tagName === 'OL' ? stands.message : stands.button);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [from = 0, to = 0] = of(this);
    return new DOMRect(0, from, 300, to - from);
  });
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  say('saved');
  const place = () => screen.getByRole('listitem').parentElement?.style.bottom;
  expect(place()).toBe('');
  act(() => screen.getByRole('button', { name: 'Ruaj' }).focus());
  await vi.waitFor(() => expect(place()).toBe('176px'));
  // Not away from the finger that presses in it, although the page was scrolled.
  fireEvent.click(screen.getByRole('button', { name: 'Ruaj' }));
  Object.assign(stands, { message: [492, 592], button: [500, 550] });
  act(() => screen.getByRole('button', { name: t('common.close') }).focus());
  await wait(50);
  expect(place()).toBe('176px');
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

test('a message that moves off what was pressed does not move over what has focus', async () => {
  const of = (element: Element) =>
    element.tagName === 'OL' ? [560, 660] : element.textContent === 'Konfirmo' ? [600, 650] : [500, 550];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [from = 0, to = 0] = of(this);
    return new DOMRect(0, from, 300, to - from);
  });
  show(
    <>
      <button type="button" onClick={() => say('saved')}>
        Konfirmo
      </button>
      <a href="/">Drejtimi</a>
      <Messages />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Konfirmo' }));
  const place = () => screen.getByRole('listitem').parentElement?.style.bottom;
  expect(place()).toBe('176px');
  act(() => screen.getByRole('link', { name: 'Drejtimi' }).focus());
  // Below what was pressed: between the two there is no room.
  await vi.waitFor(() => expect(place()).toBe('10px'));
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
