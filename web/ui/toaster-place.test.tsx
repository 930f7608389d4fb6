/** Where a message stands: off what was pressed, has focus or leads on. */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { beginEachInSilence, Messages, say, wait } from '#test/messages.tsx';
import { moveToast, toast } from '#web/kit/toasts.ts';

beginEachInSilence();

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

test('a message gives way to what came after it and must not be covered', () => {
  standing((element) => (element.hasAttribute('data-keep-clear') ? [600, 700] : [0, 0]));
  const { rerender } = show(<Messages />);
  say('paid');
  expect(place()).toBe('');
  rerender(
    <>
      <Messages />
      <div data-keep-clear="" />
    </>,
  );
  act(moveToast);
  expect(place()).toBe('176px');
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

/** Nobody has lifted the finger yet. What it gives focus to is not marked, which this document does not know. */
const hold = (control: HTMLElement) => {
  fireEvent.pointerDown(control);
  fireEvent.focusIn(control);
};

test('a message that moves does not move over what is being pressed', async () => {
  const stands = { Ruaj: [600, 650], Tjetra: [620, 660] };
  standing((element) => (stands[element.textContent as 'Ruaj'] ?? [0, 0]) as [number, number]);
  show(
    <>
      <button type="button" onClick={() => say('saved')}>
        Ruaj
      </button>
      <button type="button">Tjetra</button>
      <Messages />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ruaj' }));
  expect(place()).toBe('176px');
  // The page is scrolled.
  stands.Ruaj = [0, 50];
  hold(screen.getByRole('button', { name: 'Tjetra' }));
  await wait(50);
  expect(place()).toBe('156px');
});

test('a message that comes while something is pressed does not come in between', () => {
  standing(() => [600, 650]);
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  hold(screen.getByRole('button', { name: 'Ruaj' }));
  say('added');
  expect(place()).toBe('176px');
});

test('a message that is closed stays where it stands', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const bottom = Number.parseInt(this.closest('ol')?.style.bottom || `${innerHeight - 660}`, 10);
    return this.closest('ol') ? new DOMRect(0, innerHeight - bottom - 60, 300, 60) : new DOMRect(0, 600, 300, 50);
  });
  show(
    <>
      <button type="button" onClick={() => say('saved')}>
        Ruaj
      </button>
      <Messages />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ruaj' }));
  const list = screen.getByRole('listitem').parentElement;
  expect(list?.style.bottom).toBe('176px');
  fireEvent.click(screen.getByRole('button', { name: t('common.close') }));
  act(() => screen.getByRole('button', { name: 'Ruaj' }).focus());
  await wait(50);
  expect(list?.style.bottom).toBe('176px');
});
