import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { spelled } from '#core/i18n/spoken.ts';
import { heardIn, said, seenIn, show, t } from '#test/dom.tsx';
import { type Answer, ana, type FakeServer, fakeServer, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { TwoStepSection } from './second-factors-section.tsx';

const codes = Array.from({ length: 10 }, (_, number) => `ABCDE-FGHJ${number}`);

const begun = { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Bukuri:ana?secret=JBSWY3DP' };

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** The submit button; the one that opened the dialog may have the same name. */
const send = async (name: string) => {
  const button = await within(screen.getByRole('dialog')).findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

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

describe('settings', () => {
  test('second factor, turned on, asks for the password and the first code, and shows the recovery codes once', async () => {
    const server = shop({ isOn: false });
    show(<TwoStepSection user={ana} />);
    await press(t('twoStep.begin'));
    await fill(t('form.currentPassword'), 'një gotë me ujë');
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
    expect(await screen.findByText(t('twoStep.on'))).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(10);
    await press(t('twoStep.kept'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.sent('POST')).toEqual([{ password: 'një gotë me ujë' }, { code: '123456' }]);
  });

  test('second factor, email not confirmed, asks to confirm it and sends the link', async () => {
    const server = shop({ isOn: false });
    server.on('POST /api/auth/verify-request', () => ({ success: true }));
    show(<TwoStepSection user={{ ...ana, isEmailVerified: false }} />);
    expect(await screen.findByText(t('twoStep.unconfirmed'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: t('twoStep.begin') })).toBeNull();
    await press(t('profile.unconfirmed.send'));
    await vi.waitFor(() => expect(server.asked).toContain('POST /api/auth/verify-request'));
  });

  test('second factor, account without a password, asks for none', async () => {
    const server = shop({ isOn: false });
    show(<TwoStepSection user={{ ...ana, hasPassword: false }} />);
    await press(t('twoStep.begin'));
    await screen.findByText(t('twoStep.begin.about'));
    expect(screen.queryByLabelText(t('form.currentPassword'))).toBeNull();
    await send(t('twoStep.next'));
    await screen.findByRole('img', { name: t('twoStep.qr') });
    expect(server.sent('POST')).toEqual([{}]);
  });

  test('recovery codes, saved, are a file', async () => {
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

  test('second factor, turned off, needs a code', async () => {
    const server = shop({ isOn: true });
    show(<TwoStepSection user={ana} />);
    await press(t('twoStep.end'));
    await fill(t('twoStep.code'), '123456');
    await send(t('twoStep.end'));
    expect(await screen.findByText(t('twoStep.off'))).toBeTruthy();
    expect([screen.queryByRole('dialog'), server.sent('POST')]).toEqual([null, [{ code: '123456' }]]);
  });
});

const STATE = 'GET /api/auth/second-factor';

const CONFIRM = 'POST /api/auth/second-factor/confirm';

/** Opens the section; the call has these responses in turn, and the first changes the state. */
function visit(call: string, { isOn, ...will }: { isOn: boolean; be: boolean }, answers: Answer[]) {
  signIn();
  let isOnNow = isOn;
  const server = fakeServer({
    [STATE]: () => ({ isOn: isOnNow, recoveryCodesLeft: isOnNow ? 10 : 0 }),
    'POST /api/auth/second-factor': () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Bukuri:ana?secret=J' }),
    [call]: (asked) => {
      isOnNow = will.be;
      return (answers.shift() ?? noAnswer)(asked);
    },
  });
  show(<TwoStepSection user={{ ...ana, hasPassword: false }} />);
  return server;
}

describe('lost responses', () => {
  test('second factor, response lost when turned on, shows that it is on and how to get recovery codes', async () => {
    visit(CONFIRM, { isOn: false, be: true }, [noAnswer, refuse(409, 'secondFactors.notBegun', 'Filloni nga e para')]);
    await press(t('twoStep.begin'));
    await send(t('twoStep.next'));
    await fill(t('twoStep.code'), '123456');
    await send(t('twoStep.confirm'));
    await vi.waitFor(() => expect(said().join()).toContain(t('twoStep.confirm.unknown')));
    expect(said().join()).not.toContain('Filloni');
    expect(await screen.findByText(t('twoStep.on'))).toBeTruthy();
  });
});
