import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { asServed, said, show, t } from '#test/dom.tsx';
import { descriptionOf, EveryField, field, file, fill, press, problem } from '#test/every-field.tsx';

test('what was typed arrives as the values of the shape; empty fields are absent', async () => {
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
        phone: '+355691234567',
        picture: expect.objectContaining({ name: 'a.png' }),
        isLoud: true,
      },
      expect.anything(),
    ],
  ]);
});

test('before the page is alive nothing typed leaves it', () => {
  const page = document.createElement('div');
  page.innerHTML = asServed(<EveryField send={vi.fn()} />);
  const form = page.querySelector('form');
  expect(form?.method).toBe('post');
  expect(form?.querySelectorAll('button[type=submit], button:not([type])')).toHaveLength(0);
  expect(form?.querySelector('noscript')?.textContent).toContain(t('common.needsScripts'));
});

test('what was saved is shown and sent again', async () => {
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

test('null was never filled in', async () => {
  const send = vi.fn(async () => {});
  const nothing = { about: null, link: null, kind: null, price: null, phone: null, picture: null };
  show(<EveryField send={send} start={{ title: null, ...nothing, isLoud: false }} />);
  expect([field('title').value, field('price').value]).toEqual(['', '']);
  expect(screen.getByText('0 / 60')).toBeTruthy();
  await fill();
  await press();
  expect(send).toHaveBeenCalledWith(
    { title: 'Good things', kind: 'square', price: 2200.5, isLoud: false },
    expect.anything(),
  );
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

test('nothing is sent while something is missing; the first wrong field has focus, and it is said once', async () => {
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
] as const)('a wrong %s is told when the field is left: %s', async (name, typed, key) => {
  show(<EveryField send={async () => {}} />);
  await userEvent.type(field(name), typed);
  expect(field(name).getAttribute('aria-invalid')).toBe(null);
  await userEvent.tab();
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(name)).toContain(t(key));
});

test('a file is named with its size, refused in words, and can be taken away', async () => {
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

test('required fields are marked and said, others are not', () => {
  show(<EveryField send={async () => {}} />);
  const required = [...document.querySelectorAll('[aria-required=true]')].map((control) =>
    control.getAttribute('name'),
  );
  expect(required).toEqual(['title', 'kind', 'price']);
  expect(screen.getAllByText('*')).toHaveLength(3);
  expect(screen.getByText(t('form.required'))).toBeTruthy();
});

test('what a control refers to is there', async () => {
  show(<EveryField send={async () => {}} />);
  const missing = () =>
    [...document.querySelectorAll('[aria-describedby], [aria-labelledby]')]
      .flatMap((one) =>
        [one.getAttribute('aria-describedby'), one.getAttribute('aria-labelledby')].join(' ').split(' '),
      )
      .filter((id) => id !== '' && document.getElementById(id) === null);
  expect(missing()).toEqual([]);
  await press();
  expect(missing()).toEqual([]);
});

test('the characters left are counted, and heard near the end', async () => {
  show(<EveryField send={async () => {}} />);
  const heard = (left: number) => vi.waitFor(() => expect(said()).toContain(t.count('form.left', left)));
  await userEvent.type(field('about'), 'a'.repeat(9));
  expect(screen.getByText('9 / 60')).toBeTruthy();
  expect(said()).toEqual([]);
  await userEvent.type(field('about'), 'aa');
  await heard(50);
  await userEvent.type(field('about'), 'a'.repeat(40));
  await heard(20);
  await userEvent.type(field('about'), 'a'.repeat(20));
  await vi.waitFor(() => expect(said()).toContain(t('form.full')));
  expect(field('about').value).toHaveLength(60);
});
