import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { accounts, ResetRequest } from '#core/contract/accounts/accounts.ts';
import { ApiError } from '#core/contract/call.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { asServed, said, show, t } from '#test/dom.tsx';
import { descriptionOf, EveryField, field, file, fill, press, problem } from '#test/every-field.tsx';
import { fakeServer, noAnswer } from '#test/fake-server.ts';
import { reportReached, reportUnreachable } from '#web/kit/data/online.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { TranslateProvider } from '#web/kit/i18n/i18n.tsx';
import { Form } from './form.tsx';
import { TextField } from './text-fields.tsx';

test('form, all fields filled, sends the parsed values', async () => {
  const send = vi.fn(async () => {});
  show(<EveryField send={send} />);
  await fill();
  await userEvent.type(field('phone'), '069 123 4567');
  await userEvent.upload(field('picture'), file('a.png', 'image/png'));
  await userEvent.click(field('loud'));
  await press();
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  expect(send.mock.calls).toEqual([
    [
      {
        title: 'Good things',
        kind: 'square',
        price: 2200.5,
        phone: '069 123 4567',
        picture: expect.objectContaining({ name: 'a.png' }),
        isLoud: true,
      },
      expect.anything(),
    ],
  ]);
});

test('form, filled by a password manager without events, sends what its controls show', async () => {
  const send = vi.fn(async () => {});
  show(<EveryField send={send} />);
  for (const [name, value] of [
    ['title', 'Good things'],
    ['about', 'Two lines'],
    ['kind', 'round'],
    ['price', '2mijë'],
  ] as const)
    field(name).value = value;
  field('loud').checked = true;
  await press();
  const sent = { title: 'Good things', about: 'Two lines', kind: 'round', price: 2000, isLoud: true };
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith(sent, expect.anything()));
});

test('form, before hydration, cannot be sent by the browser', () => {
  const page = document.createElement('div');
  page.innerHTML = asServed(<EveryField send={vi.fn()} />);
  const form = page.querySelector('form');
  expect(form?.method).toBe('post');
  expect(form?.querySelectorAll('button[type=submit], button:not([type])')).toHaveLength(0);
  expect(form?.querySelector('noscript')?.textContent).toContain(t('common.needsScripts'));
});

test('form, initial values, shows them and sends them again', async () => {
  const send = vi.fn(async () => {});
  const saved = {
    title: 'Good things',
    about: 'Two\nlines',
    link: 'https://bukuri.example/',
    kind: 'square',
    price: 1500.5,
    phone: '+355691234567',
    picture: file('a.png', 'image/png'),
    isLoud: true,
  };
  show(<EveryField send={send} start={saved} />);
  expect(field('title').value).toBe('Good things');
  expect(field('about').value).toBe('Two\nlines');
  expect(field('kind').value).toBe('square');
  expect(field('price').value).toBe('1\u00a0500,50');
  expect(field('phone').value).toBe('+355691234567');
  expect(screen.getByText(/^a.png/)).toBeTruthy();
  expect(field('loud').checked).toBe(true);
  await press();
  expect(send).toHaveBeenCalledWith({ ...saved, picture: expect.any(File) }, expect.anything());
});

test.each(['title', 'picture'])(
  'field %s, invalid, left by pressing a button, shows its error after the click',
  async (name) => {
    vi.useFakeTimers();
    show(<EveryField send={vi.fn()} start={{ [name]: 5 }} />);
    const isWrong = () => field(name).getAttribute('aria-invalid') === 'true';
    const wait = () => act(() => vi.advanceTimersByTimeAsync(50));
    const button = screen.getByRole('button', { name: 'send' });
    const { querySelector } = document;
    vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
      selector.endsWith(':active') ? button : querySelector.call(document, selector),
    );
    act(() => field(name).focus());
    act(() => button.focus());
    await wait();
    expect(isWrong()).toBe(false);
    fireEvent.pointerUp(button);
    await wait();
    expect(isWrong()).toBe(true);
  },
);

test('form, required fields empty, is not sent; the first wrong field gets focus', async () => {
  const send = vi.fn(async () => {});
  show(<EveryField send={send} />);
  await press();
  expect(send).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('title'));
  expect(problem()).toBe(t.count('form.wrong', 3));
  expect(descriptionOf('title')).toBe('E detyrueshme three letters');
  expect(descriptionOf('kind')).toBe('E detyrueshme');
  await fill();
  expect(problem()).toBe(null);
  expect(descriptionOf('title')).toBe('three letters');
});

test.each([
  ['title', 'ab', 'validation.tooShort'],
  ['link', 'nowhere', 'validation.invalidUrl'],
  ['price', 'a lot', 'validation.invalidNumber'],
  ['price', '0', 'validation.tooSmall'],
  ['phone', '12', 'validation.invalidPhone'],
] as const)('field %s, invalid, shows its error on blur: %s', async (name, typed, key) => {
  show(<EveryField send={async () => {}} />);
  await userEvent.type(field(name), typed);
  expect(field(name).getAttribute('aria-invalid')).toBe(null);
  await userEvent.tab();
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(name)).toContain(t(key));
});

test('file field, chosen, shows name and size; wrong type or size is refused; can be removed', async () => {
  show(<EveryField send={async () => {}} />);
  const upload = userEvent.setup({ applyAccept: false });
  await upload.upload(field('picture'), file('notes.txt', 'text/plain'));
  expect(screen.getByText('notes.txt (0,0 MB)')).toBeTruthy();
  await press();
  expect(descriptionOf('picture')).toBe(t('validation.fileType'));
  await upload.upload(field('picture'), file('large.png', 'image/png', 2000));
  expect(descriptionOf('picture')).toBe(t('validation.fileTooLarge'));
  await upload.click(screen.getByRole('button', { name: t('form.file.remove', { name: 'large.png' }) }));
  await vi.waitFor(() => expect(screen.queryByText(/large.png/)).toBe(null));
  expect(field('picture').getAttribute('aria-invalid')).toBe(null);
});

test('required fields, are marked visually and for screen readers', () => {
  show(<EveryField send={async () => {}} />);
  const required = [...document.querySelectorAll('[aria-required=true]')].map((control) =>
    control.getAttribute('name'),
  );
  expect(required).toEqual(['title', 'kind', 'price']);
  expect(screen.getAllByText('*')).toHaveLength(3);
  expect(screen.getByText(t('form.required'))).toBeTruthy();
});

test('text area, near its limit, announces the characters left', async () => {
  show(<EveryField send={async () => {}} />);
  const announced = (left: number) => vi.waitFor(() => expect(said()).toContain(t.count('form.left', left)));
  await userEvent.type(field('about'), 'a'.repeat(9));
  expect(screen.getByText('9 / 60')).toBeTruthy();
  expect(said()).toEqual([]);
  await userEvent.type(field('about'), 'aa');
  await announced(50);
  await userEvent.type(field('about'), 'a'.repeat(40));
  await announced(20);
  await userEvent.type(field('about'), 'a'.repeat(20));
  await vi.waitFor(() => expect(said()).toContain(t('form.full')));
  expect(field('about').value).toHaveLength(60);
});

function ResetForm() {
  const submission = useSubmit({ shape: ResetRequest, send: async () => {}, onDone: () => {}, failed: '' });
  return (
    <Form submission={submission} to={accounts.resetRequest.path} action="a" pending="p">
      <p />
    </Form>
  );
}

test('form with an endpoint, not in the default language, posts to the endpoint in that language', () => {
  expect(asServed(<ResetForm />)).toContain('action="/api/auth/reset-request"');
  const inEnglish = (
    <TranslateProvider value={translator('en', allWords.en.words)}>
      <ResetForm />
    </TranslateProvider>
  );
  expect(asServed(inEnglish)).toContain('action="/api/auth/reset-request?lang=en"');
});

test('form, field refused by the server, shows the error at the field; values stay', async () => {
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
  ['unknown code', new ApiError(409, '{"details":{"fields":{"title":"new"}}}', ''), t.count('form.wrong', 1)],
  ['unknown field', new ApiError(409, '{"message":"Jo","details":{"fields":{"x":"invalid"}}}', ''), 'Jo'],
  ['malformed fields', new ApiError(400, '{"message":"Jo","details":{"fields":["title"]}}', ''), 'Jo'],
  ['no answer', new TypeError('Failed to fetch'), 'not sent'],
])('form, refused with %s, shows the reason', async (_what, error, text) => {
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

test('form, submitted twice at once, is sent once and its button is disabled', async () => {
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

test('form, offline, is not sent and says why', async () => {
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

const Faq = z.object({ faq: z.array(z.object({ answer: z.string().check(z.minLength(3)) })) });

function FaqForm({ name }: { name: string }) {
  const start = { faq: [{ answer: '' }] };
  const submission = useSubmit({ shape: Faq, start, send: async () => {}, onDone: () => {}, failed: 'Failed' });
  return (
    <Form submission={submission} action="send" pending="sending">
      <TextField name={name} label="Answer" />
    </Form>
  );
}

test('field of a list, empty, shows its error at the input', async () => {
  show(<FaqForm name="faq.0.answer" />);
  await press();
  const input = await screen.findByRole('textbox', { name: /Answer/ });
  await vi.waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(t('validation.required'))).toBeTruthy();
});

test('field with a name that the shape does not have, throws', () => {
  expect(() => show(<FaqForm name="faq.0.anwser" />)).toThrow('no field faq.0.anwser');
});
