/** A code of an app is turned on, renewed and turned off in the settings. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { spelled } from '#core/i18n/heard.ts';
import { heardIn, said, seenIn, show, t } from '#test/dom.tsx';
import { ana, type FakeServer, fakeServer, signIn } from '#test/fake-server.ts';
import { useToast } from '#web/kit/toasts.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { TwoStepSection } from './second-factors-section.tsx';

const codes = Array.from({ length: 10 }, (_, number) => `ABCDE-FGHJ${number}`);
const begun = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Bukuri:ana?secret=JBSWY3DP' };
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
/** The button of the form; that which opened its dialog may be called the same. */
const send = async (name: string) => {
  const button = await within(screen.getByRole('dialog')).findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

function Messages() {
  const message = useToast();
  return message && <Toaster message={message} />;
}

function shop(state: { isOn: boolean }): FakeServer {
  let isOn = state.isOn;
  signIn();
  const answer = (next: boolean, said: object) => () => {
    isOn = next;
    return said;
  };
  return fakeServer({
    'GET /api/auth/second-factor': () => ({ isOn, recoveryCodesLeft: isOn ? 9 : 0 }),
    'POST /api/auth/second-factor': () => begun,
    'POST /api/auth/second-factor/confirm': answer(true, { recoveryCodes: codes }),
    'POST /api/auth/second-factor/recovery-codes': answer(true, { recoveryCodes: codes }),
    'POST /api/auth/second-factor/end': answer(false, { success: true }),
  });
}

test('the owner shows who they are, then the first code, and is shown the recovery codes once', async () => {
  const server = shop({ isOn: false });
  show(<TwoStepSection user={ana} />);
  await press(t('twoStep.begin'));
  await fill(t('security.password.current'), 'një gotë me ujë');
  await send(t('twoStep.next'));
  expect(await screen.findByRole('img', { name: t('twoStep.qr') })).toBeTruthy();
  expect(document.activeElement?.textContent, 'read from its beginning').toBe(t('twoStep.app'));
  const key = screen.getByText(t('twoStep.key')).parentElement;
  const inFours = begun.secret.replace(/.{4}/g, '$& ');
  expect(seenIn(key)).toBe(t('twoStep.key') + inFours);
  expect(heardIn(key)).toBe(t('twoStep.key') + spelled(inFours.trim().replaceAll(' ', '-')));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.confirm'));
  const shown = await screen.findAllByRole('listitem');
  expect([shown.map(seenIn), shown.map(heardIn)]).toEqual([codes, codes.map(spelled)]);
  expect(document.activeElement?.textContent).toBe(t('twoStep.recovery'));
  await vi.waitFor(() => expect(said()).toEqual([t('twoStep.begun')]));
  // That it is on by now takes nothing away.
  expect(await screen.findByText(t('twoStep.on'))).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await press(t('twoStep.kept'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('POST')).toEqual([{ password: 'një gotë me ujë' }, { code: '123456' }]);
});

test('whose email is not confirmed is told to confirm it first, and is sent the link', async () => {
  const server = shop({ isOn: false });
  server.on('POST /api/auth/verify-request', () => ({ success: true }));
  show(<TwoStepSection user={{ ...ana, isEmailVerified: false }} />);
  expect(await screen.findByText(t('twoStep.unconfirmed'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: t('twoStep.begin') })).toBeNull();
  await press(t('profile.unconfirmed.send'));
  await vi.waitFor(() => expect(server.asked).toContain('POST /api/auth/verify-request'));
});

test('whose codes are on turns them off without a confirmed email', async () => {
  shop({ isOn: true });
  show(<TwoStepSection user={{ ...ana, isEmailVerified: false }} />);
  expect(await screen.findByRole('button', { name: t('twoStep.end') })).toBeTruthy();
  expect(screen.queryByText(t('twoStep.unconfirmed'))).toBeNull();
});

test('whoever has no password is not asked for one', async () => {
  const server = shop({ isOn: false });
  show(<TwoStepSection user={{ ...ana, hasPassword: false }} />);
  await press(t('twoStep.begin'));
  await screen.findByText(t('twoStep.begin.about'));
  expect(screen.queryByLabelText(t('security.password.current'))).toBeNull();
  await send(t('twoStep.next'));
  await screen.findByRole('img', { name: t('twoStep.qr') });
  expect(server.sent('POST')).toEqual([{}]);
});

test('new recovery codes are copied, and whoever cannot copy is told', async () => {
  shop({ isOn: true });
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce().mockRejectedValueOnce('no');
  show(
    <>
      <TwoStepSection user={ana} />
      <Messages />
    </>,
  );
  expect(await screen.findByText(new RegExp(t.count('twoStep.left', 9)))).toBeTruthy();
  await press(t('twoStep.renew'));
  await fill(t('twoStep.code'), 'ABCDE-FGHJK');
  await send(t('twoStep.renew'));
  await press(t('twoStep.copy.codes'));
  expect(writeText).toHaveBeenCalledWith(codes.join('\n'));
  expect(await screen.findByText(t('twoStep.copied.codes'))).toBeTruthy();
  await press(t('twoStep.copy.codes'));
  expect(await screen.findByText(t('twoStep.copyFailed.codes'))).toBeTruthy();
});

test('whoever closes the recovery codes is asked whether they kept them, and may look again', async () => {
  shop({ isOn: true });
  show(<TwoStepSection user={ana} />);
  await press(t('twoStep.renew'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.renew'));
  const titles = () => screen.queryAllByRole('dialog').map((one) => one.querySelector('h2')?.textContent);
  await userEvent.keyboard('{Escape}');
  expect(titles()).toEqual([t('twoStep.renew'), t('twoStep.kept.ask')]);
  await press(t('twoStep.kept.look'));
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  await act(
    async () => void fireEvent.click(screen.getAllByRole('button', { name: t('twoStep.kept') }).at(-1) as Element),
  );
  expect(titles()).toEqual([]);
});

test('recovery codes are saved as a file', async () => {
  shop({ isOn: true });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:x';
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  show(<TwoStepSection user={ana} />);
  await press(t('twoStep.renew'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.renew'));
  await press(t('twoStep.download'));
  expect(saved).toEqual(['bukuri.txt']);
  expect(await files[0]?.text()).toContain(codes.join('\n'));
});

test('it is turned off with a code', async () => {
  const server = shop({ isOn: true });
  show(<TwoStepSection user={ana} />);
  await press(t('twoStep.end'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.end'));
  expect(await screen.findByText(t('twoStep.off'))).toBeTruthy();
  expect([screen.queryByRole('dialog'), server.sent('POST')]).toEqual([null, [{ code: '123456' }]]);
});
