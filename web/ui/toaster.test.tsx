import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { Messages, setUpToasts, showToast, wait } from '#test/messages.tsx';
import { repositionToast, toast } from '#web/kit/toasts.ts';

setUpToasts();
/** The text of each toast, and whether it is open or fading out. */
const shown = () =>
  screen.queryAllByRole('listitem', { hidden: true }).map((item) => `${item.textContent} ${item.dataset.state}`);

test('toast, without an action, is shown for five seconds and fades out in one', async () => {
  show(<Messages />);
  showToast('saved');
  await wait(4999);
  expect(shown()).toEqual(['saved open']);
  await wait(1);
  expect(shown()).toEqual(['saved closed']);
  await wait(999);
  expect(shown()).toEqual(['saved closed']);
  await wait(1);
  expect(shown()).toEqual([]);
});

test('toast, with an action, stays until it is used, once', async () => {
  show(<Messages />);
  const run = vi.fn();
  act(() => toast({ tone: 'done', title: 'removed', action: { label: 'undo', run } }));
  await wait(60_000);
  expect(shown()).toEqual(['removedundo open']);
  const undo = screen.getByRole('button', { name: 'undo' });
  act(() => {
    for (let press = 0; press < 3; press += 1) undo.click();
  });
  expect([shown(), run.mock.calls.length]).toEqual([['removedundo closed'], 1]);
});

test('toast, action leads to the current page, is dismissed', async () => {
  show(<Messages />, { at: '/profile' });
  act(() => toast({ tone: 'done', title: 'sent', action: { label: 'open', run: () => {}, leadsTo: '/profile' } }));
  await wait(1100);
  expect(shown()).toEqual([]);
});

test('toast, explains a redirect to the current page, is shown for five seconds without its action', async () => {
  show(<Messages />, { at: '/login' });
  const action = { label: 'sign in', run: () => {}, leadsTo: '/login' };
  act(() => toast({ tone: 'failed', title: 'signed out', action, isReason: true }));
  await wait(4999);
  expect(shown()).toEqual(['signed out open']);
  await wait(1);
  expect(shown()).toEqual(['signed out closed']);
});

test('toast, fading out, is inert', async () => {
  show(<Messages />);
  showToast('saved');
  fireEvent.click(screen.getByRole('button', { name: t('common.close') }));
  expect(shown()).toEqual(['saved closed']);
  expect(screen.getByRole('listitem', { hidden: true }).closest('[inert]')).not.toBeNull();
  await wait(1000);
  expect(shown()).toEqual([]);
});

test('toast, Escape handled by something else, stays', async () => {
  show(<Messages />);
  showToast('saved');
  const close = (event: Event) => event.preventDefault();
  document.body.addEventListener('keydown', close);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  document.body.removeEventListener('keydown', close);
  expect(shown()).toEqual(['saved open']);
});

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
  showToast('saved');
  expect(place()).toBe(bottom);
});

test('toast, an element to keep clear added later, moves off it', () => {
  layOut((element) => (element.hasAttribute('data-keep-clear') ? [600, 700] : [0, 0]));
  const { rerender } = show(<Messages />);
  showToast('paid');
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
  showToast('saved');
  expect(place()).toBe('');
  focus('button', 'Ruaj');
  await vi.waitFor(() => expect(place()).toBe('176px'));
  heights.button = [500, 550];
  focus('button', t('common.close'));
  await wait(50);
  expect(place()).toBe('176px');
});
