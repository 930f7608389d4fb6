import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { announce } from './announce.tsx';
import { toast } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const saidIn = (place: Element | null) => place?.querySelector('[data-live-region]')?.textContent;

test('what happens is said once, the same again when it happens again', async () => {
  show(<p />);
  announce('added');
  announce('added');
  await pass(200);
  expect(said()).toEqual(['added']);
  announce('added');
  await pass(200);
  expect(said()).toEqual(['added', 'added']);
  await pass(6000);
  expect(said()).toEqual([]);
});

test('of several changes of one thing the last is said, with numbers for ears', async () => {
  show(<p />);
  announce('two', { about: 'line 1' });
  announce('other', { about: 'line 2' });
  announce('3, 2\u00a0200 lekë', { about: 'line 1' });
  await pass(200);
  expect(said()).toEqual(['3, 2200 lekë', 'other']);
});

test('a dialog does not hide what is said, and does not say it again when it closes', async () => {
  const { rerender } = show(
    <Dialog title="open" onClose={() => {}}>
      text
    </Dialog>,
  );
  announce('back online');
  await pass(200);
  expect(saidIn(screen.getByRole('dialog'))).toBe('back online');
  rerender(<p />);
  await pass(200);
  expect(said()).toEqual([]);
  announce('after it');
  await pass(200);
  expect(said()).toEqual(['after it']);
});

test('a message is said with what can be done about it', async () => {
  show(<p />);
  toast({
    tone: 'done',
    title: 'Removed',
    text: 'It is gone',
    announceFirst: { text: 'BK-1' },
    action: { label: 'Undo', run: () => {} },
  });
  await pass(200);
  expect(said()).toEqual(['Removed. BK-1. It is gone. Undo']);
});

test('a sentence that has its stop gets no second one', async () => {
  show(<p />);
  toast({ tone: 'note', title: 'Really?', text: 'It is gone.', action: { label: 'Undo', run: () => {} } });
  await pass(200);
  expect(said()).toEqual(['Really? It is gone. Undo']);
});

test('what is in another language is said in it', async () => {
  show(<p />);
  announce('Removed: Manikyr xhel. 2\u00a0000\u00a0lekë', { part: { text: 'Manikyr xhel', lang: 'sq' } });
  await pass(200);
  expect(said()).toEqual(['Removed: Manikyr xhel. 2000\u00a0lekë']);
  expect(document.querySelector('[data-live-region] [lang=sq]')?.textContent).toBe('Manikyr xhel');
});

test('a wait is spoken of once it lasts', async () => {
  show(<LoadingText />);
  await pass(900);
  expect(said()).toEqual([]);
  await pass(300);
  expect(said()).toEqual([t('common.loading')]);
});

test('a button that is busy or over keeps focus, does nothing and says why', async () => {
  const press = vi.fn();
  show(
    <>
      <Button isPending onClick={press}>
        Sending
      </Button>
      <Button disabledReason="It is over" onClick={press}>
        Buy
      </Button>
    </>,
  );
  for (const name of ['Sending', 'Buy']) {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true']);
  }
  await pass(200);
  expect([said(), press.mock.calls]).toEqual([['Sending', 'It is over'], []]);
});
