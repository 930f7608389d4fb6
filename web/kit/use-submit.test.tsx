import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { descriptionOf, EveryField, type Everything, field, fill, press, problem } from '#test/every-field.tsx';
import { fakeServer, noAnswer } from '#test/fake-server.ts';
import { reportReached, reportUnreachable } from '#web/kit/online.ts';

test('what the server finds wrong stands at the field, under its name here; all that was typed stays', async () => {
  const refusal = {
    message: 'Kjo nuk shkon',
    code: 'input.invalid',
    details: { fields: { heading: 'tooLong', x: 'y' } },
  };
  show(<EveryField send={() => Promise.reject(new ApiError(400, JSON.stringify(refusal), ''))} />);
  await fill();
  await press();
  expect(problem()).toBe(t.count('form.wrong', 1));
  expect(descriptionOf('title')).toBe(`${t('validation.tooLong')} three letters`);
  expect(document.activeElement).toBe(field('title'));
  expect(field('title').value).toBe(' Good things ');
  expect(field('price').value).toBe('2 200,50');
});

test.each([
  ['a code nobody knows', new ApiError(409, '{"details":{"fields":{"title":"new"}}}', ''), t.count('form.wrong', 1)],
  ['a field that is not here', new ApiError(409, '{"message":"Jo","details":{"fields":{"x":"invalid"}}}', ''), 'Jo'],
  ['fields that are a list', new ApiError(400, '{"message":"Jo","details":{"fields":["title"]}}', ''), 'Jo'],
  ['a lost connection', new TypeError('Failed to fetch'), 'not sent'],
])('%s is survived', async (_what, error, text) => {
  vi.useFakeTimers();
  show(<EveryField send={() => Promise.reject(error)} />);
  for (const [name, value] of [
    ['title', 'Good'],
    ['kind', 'round'],
    ['price', '5'],
  ] as const) {
    fireEvent.change(field(name), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  vi.useRealTimers();
  expect(problem()).toBe(text);
});

test('it is sent once, however often it is pressed, and says that it is under way', async () => {
  const send = vi.fn(() => new Promise(() => {}));
  show(<EveryField send={send} />);
  await fill();
  await press();
  expect(screen.getByRole('button', { name: 'sending' }).getAttribute('aria-disabled')).toBe('true');
  await press();
  await userEvent.type(field('title'), '{Enter}');
  expect(send).toHaveBeenCalledOnce();
});

test('two presses before the first was looked at send once', async () => {
  const send = vi.fn(async () => {});
  show(<EveryField send={send} />);
  await fill();
  const form = field('title').form as HTMLFormElement;
  await act(async () => {
    fireEvent.submit(form);
    await Promise.resolve();
    fireEvent.submit(form);
  });
  expect(send).toHaveBeenCalledOnce();
});

test('a form that stays can be saved again', async () => {
  const send = vi.fn(async (_values: Everything) => {});
  show(<EveryField send={send} />);
  await fill();
  await press();
  const again = await screen.findByRole('button', { name: 'send' });
  expect(again.getAttribute('aria-disabled')).not.toBe('true');
  await userEvent.type(field('title'), '!');
  await press();
  expect(send.mock.calls.map(([{ title }]) => title)).toEqual(['Good things', 'Good things !']);
});

test('a form that is left stays busy until it is gone', async () => {
  const send = vi.fn(async () => {});
  show(<EveryField send={send} leaves />);
  await fill();
  await press();
  await press();
  expect(await screen.findByRole('button', { name: 'sending' })).toBeTruthy();
  expect(send).toHaveBeenCalledOnce();
});

test('without a connection nothing is sent, and it says why', async () => {
  fakeServer({ 'GET /healthz': noAnswer });
  const send = vi.fn(async () => {});
  show(<EveryField send={send} />);
  await fill();
  await act(async () => {
    reportUnreachable();
    await vi.waitUntil(() => !onlineManager.isOnline());
  });
  await press();
  expect(problem()).toBe(t('offline.needsConnection'));
  act(reportReached);
  await press();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(problem()).toBe(null);
});
