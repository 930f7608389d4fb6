import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { MediaItem } from '#core/contract/media.ts';
import { DealInput } from '#core/contract/own-deals.ts';
import { show, t } from '#test/dom.tsx';
import { ana, fakeServer, refuse, signIn } from '#test/fake-server.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Form } from '#web/ui/form/form.tsx';
import { MediaField } from './media-field.tsx';
import { MediaLibrary } from './media-library.tsx';
import { ADMIN_IMAGES, faultOf, isHevc, LIBRARY_FILES } from './prepare-file.ts';
import { useAdminImage } from './use-admin-image.ts';

const base = (digit: number) => `/media/${String(digit).repeat(32)}-c08040`;
const item = (digit: number, more: Partial<MediaItem> = {}): MediaItem => ({
  ...{ id: `00000000-0000-7000-8000-00000000000${digit}`, filename: '', originalName: `foto-${digit}.jpg` },
  ...{ mimeType: 'image/webp', size: 1000, url: `${base(digit)}-400.webp`, category: 'hair', tags: [] },
  ...{ uploadedBy: ana.id, isActive: true, createdAt: '2026-11-27T10:00:00Z', updatedAt: '2026-11-27T10:00:00Z' },
  ...more,
});
const tagged = item(1, { tags: ['balayage', 'flokë', 'prerje', 'kurs'] });
const others = item(2, { uploadedBy: null });

function Message() {
  const message = useToast();
  return <p data-testid="toast">{[message?.title, message?.text].filter(Boolean).join(': ')}</p>;
}
const toastText = () => screen.getByTestId('toast').textContent;
const button = (name: string) => screen.findByRole('button', { name });

async function visit(user = { ...ana, canPostDeals: true }) {
  signIn();
  const server = fakeServer({
    'GET /api/media': ({ path }) => (path.includes('category=') ? [] : [tagged, others]),
    'GET /api/auth/me': () => ({ user }),
  });
  show(
    <>
      <MediaLibrary user={user} />
      <Message />
    </>,
  );
  await button(tagged.originalName);
  return server;
}

test('library, marks own files', async () => {
  await visit();
  const mark = await screen.findByText(t('media.yours'));
  expect(mark.closest('article')?.textContent).toContain(tagged.originalName);
});

test('library, filtered by a category without files, says so', async () => {
  const server = await visit();
  fireEvent.change(screen.getByLabelText(t('media.filter')), { target: { value: 'nails' } });
  expect(await screen.findByText(t('media.empty'))).toBeTruthy();
  expect(server.asked.at(-1)).toContain('category=nails');
});

test('file of the library, previewed, shows two tags and how many more, and is deleted by its owner', async () => {
  const server = await visit();
  await userEvent.click(await button(tagged.originalName));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('img').getAttribute('src')).toBe(`${base(1)}-960.jpg`);
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['balayage', 'flokë'],
    expect.stringMatching(/^\+2/),
  ]);
  const remove = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: t('media.delete') })).at(-1) as HTMLElement);
  };
  await remove();
  server.on('DELETE /api/media/', refuse(503, 'busy'));
  await remove();
  await vi.waitFor(() => expect(toastText()).toBe(`${t('media.deleteFailed.title')}: ${t('media.deleteFailed.text')}`));
  server.on('DELETE /api/media/', () => ({ success: true }));
  server.on('GET /api/media', () => [others]);
  await remove();
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: tagged.originalName })).toBeNull());
  expect(server.asked).toContain(`DELETE /api/media/${tagged.id}`);
  expect(document.activeElement).toBe(screen.getByLabelText(t('media.filter')));
});

test.each([
  ['user', 0],
  ['admin', 1],
] as const)('file of somebody else, previewed by a %s, offers %i delete buttons', async (role, count) => {
  await visit({ ...ana, role, canPostDeals: true });
  await userEvent.click(await button(others.originalName));
  expect(screen.queryAllByRole('button', { name: t('media.delete') })).toHaveLength(count);
});

test('upload of a file of a wrong type fails with the specified title', async () => {
  await visit();
  const file = new File(['a'], 'a.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText(new RegExp(t('media.file'))), { target: { files: [file] } });
  await userEvent.click(await button(t('media.upload')));
  await vi.waitFor(() => expect(toastText()).toBe(t('media.uploadFailed')));
});

test.each([
  ['', undefined, undefined],
  ['application/octet-stream', undefined, undefined],
  ['image/jpg', undefined, undefined],
  ['image/pjpeg', undefined, undefined],
  ['image/heic', undefined, undefined],
  ['image/svg+xml', 'type', undefined],
  ['video/mp4', undefined, 'type'],
  ['application/pdf', 'type', 'type'],
])('file of the type %j, in the library: %s, as the image of an administrator: %s', (type, library, admin) => {
  const file = new File(['a'], 'a.jfif', { type });
  expect([faultOf(file, LIBRARY_FILES), faultOf(file, ADMIN_IMAGES)]).toEqual([library, admin]);
});

test.each([
  ['hvc1', true],
  ['hev1', true],
  ['avc1', false],
])('video with a track of %s, is HEVC: %s', async (codec, expected) => {
  const file = new File(
    ['\0\0\0\x18ftypqt  hvc1', new Uint8Array(900).fill(200), `${codec}\0\0\0\0\0\0\0\x01`],
    'a.mov',
  );
  expect(await isHevc(file)).toBe(expected);
});

function AdminForm() {
  const submission = useSubmit({ shape: DealInput, send: async () => {}, onDone: () => {}, failed: '' });
  const { form } = submission;
  const upload = useAdminImage((url) => form.setValue('imageUrl', url));
  return (
    <Form submission={submission} action="send" pending="">
      <MediaField name="imageUrl" upload={upload} hasUrl />
      <output>{String(form.watch('imageUrl') ?? '')}</output>
      <Message />
    </Form>
  );
}

test('image of an administrator, of a wrong type or too large, is refused; one of the library takes precedence over an address', async () => {
  fakeServer({ 'GET /api/media': () => [tagged] });
  show(<AdminForm />);
  const choose = (type: string, size: number) =>
    fireEvent.change(screen.getByLabelText(t('dealForm.media.upload')), {
      target: { files: [new File([new Uint8Array(size)], 'a', { type })] },
    });
  choose('video/mp4', 10);
  expect(toastText()).toBe(`${t('image.invalidType')}: ${t('image.invalidType.text')}`);
  expect(screen.getByText(`${t('image.invalidType')}. ${t('image.invalidType.text')}`)).toBeTruthy();
  choose('image/jpeg', 5 * 1024 ** 2 + 1);
  expect(toastText()).toBe(`${t('image.tooLarge')}: ${t('image.tooLarge.text')}`);
  const value = () => screen.getByRole('status', { name: '' }).textContent;
  await userEvent.type(screen.getByLabelText(t('image.orUrl')), 'https://a.al/1.jpg');
  expect(value()).toBe('https://a.al/1.jpg');
  const library = await button(t('dealForm.media.library'));
  await act(async () => void fireEvent.click(library));
  await userEvent.click(await button(tagged.originalName));
  expect(value()).toBe(tagged.url);
  await userEvent.type(screen.getByLabelText(t('image.orUrl')), '?b');
  expect(value()).toBe(tagged.url);
  await userEvent.click(await button(t('dealForm.media.remove')));
  expect(value()).toBe('https://a.al/1.jpg?b');
});
