/** Where a toast is placed: it covers neither the focused control nor what is marked to stay clear (WCAG 2.4.11). */
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { beginEachInSilence, Messages, say, wait } from '#test/messages.tsx';
import { repositionToast } from '#web/kit/toasts.ts';

beginEachInSilence();

/** Top and bottom of each element in pixels; the toast stands at 560 to 660 until it is moved. */
function layOut(heightsOf: (element: HTMLElement) => [number, number]) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, end] = this.tagName === 'OL' ? [560, 660] : heightsOf(this as HTMLElement);
    return new DOMRect(0, top, 300, end - top);
  });
}
const place = () => screen.getByRole('listitem').parentElement?.style.bottom;
const focus = (role: 'button' | 'link', name: string) => act(() => screen.getByRole(role, { name }).focus());

test.each([
  { where: 'covering it, is placed above', button: [600, 650], bottom: '176px' },
  { where: 'covering it, without room above, is placed below', button: [90, 560], bottom: '100px' },
  { where: 'not covering it, stays at its usual place', button: [300, 350], bottom: '' },
])('toast, a control focused, $where', ({ button, bottom }) => {
  layOut(() => button as [number, number]);
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  focus('button', 'Ruaj');
  say('saved');
  expect(place()).toBe(bottom);
});

test('toast, a link in a list entry focused, leaves the whole entry visible', () => {
  layOut((element) => (element.tagName === 'ARTICLE' ? [540, 700] : element.tagName === 'A' ? [540, 550] : [0, 0]));
  show(
    <>
      <article>
        <a href="/there">Oferta</a>
      </article>
      <Messages />
    </>,
  );
  focus('link', 'Oferta');
  say('added');
  expect(place()).toBe(`${innerHeight - 540 + 8}px`);
});

test('toast, an element to keep clear added later, moves off it', () => {
  layOut((element) => (element.hasAttribute('data-keep-clear') ? [600, 700] : [0, 0]));
  const { rerender } = show(<Messages />);
  say('paid');
  expect(place()).toBe('');
  rerender(
    <>
      <Messages />
      <div data-keep-clear="" />
    </>,
  );
  act(repositionToast);
  expect(place()).toBe('176px');
});

test('toast, focus moved below it, moves; focus moved into it, stays', async () => {
  const heights = { button: [600, 650] as [number, number] };
  layOut(() => heights.button);
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  say('saved');
  expect(place()).toBe('');
  focus('button', 'Ruaj');
  await vi.waitFor(() => expect(place()).toBe('176px'));
  heights.button = [500, 550];
  focus('button', t('common.close'));
  await wait(50);
  expect(place()).toBe('176px');
});

test('toast, closed, stays where it is while it fades', async () => {
  layOut(() => [600, 650]);
  show(
    <>
      <button type="button">Ruaj</button>
      <Messages />
    </>,
  );
  focus('button', 'Ruaj');
  say('saved');
  const list = screen.getByRole('listitem').parentElement;
  fireEvent.click(screen.getByRole('button', { name: t('common.close') }));
  focus('button', 'Ruaj');
  await wait(50);
  expect(list?.style.bottom).toBe('176px');
});
