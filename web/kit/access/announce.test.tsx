import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { toast } from '#web/kit/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingText } from '#web/ui/loading.tsx';
import { announce } from './announce.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const saidIn = (place: Element | null) => place?.querySelector('[data-live-region]')?.textContent;

test('announcement, repeated in one batch, is made once; later again', async () => {
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

test('announcements about one subject, in one batch, keep only the last, with plain numbers', async () => {
  show(<p />);
  announce('two', { about: 'line 1' });
  announce('other', { about: 'line 2' });
  announce('3, 2\u00a0200 lekë', { about: 'line 1' });
  await pass(200);
  expect(said()).toEqual(['3, 2200 lekë', 'other']);
});

test('announcement, a dialog open, is made inside it and not repeated when it closes', async () => {
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

test('toast, with an action, is announced with the label of the action', async () => {
  show(<p />);
  toast({
    tone: 'done',
    title: 'Really?',
    text: 'It is gone.',
    announceFirst: { text: 'BK-1' },
    action: { label: 'Undo', run: () => {} },
  });
  await pass(200);
  expect(said()).toEqual(['Really? BK-1. It is gone. Undo']);
});

test('announcement, a part in another language, has the lang attribute on that part', async () => {
  show(<p />);
  announce('Removed: Manikyr xhel. 2\u00a0000\u00a0lekë', { part: { text: 'Manikyr xhel', lang: 'sq' } });
  await pass(200);
  expect(said()).toEqual(['Removed: Manikyr xhel. 2000\u00a0lekë']);
  expect(document.querySelector('[data-live-region] [lang=sq]')?.textContent).toBe('Manikyr xhel');
});

test('loading text, longer than a second, is announced', async () => {
  show(<LoadingText />);
  await pass(900);
  expect(said()).toEqual([]);
  await pass(300);
  expect(said()).toEqual([t('common.loading')]);
});

test('button, pending or disabled, keeps focus, ignores clicks and announces why', async () => {
  const press = vi.fn();
  show(
    <>
      <Button isPending onClick={press}>
        Sending
      </Button>
      <Button disabledReason="Sold out" onClick={press}>
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
  expect([said(), press.mock.calls]).toEqual([['Sending', 'Sold out'], []]);
});
