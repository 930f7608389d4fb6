/** A code of an app on a line that loses answers: what is done is shown, and nothing done is called failed. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { said, show, t } from '#test/dom.tsx';
import { type Answer, ana, fakeServer, noAnswer, refuse, signIn } from '#test/fake-server.ts';
import { TwoStepSection } from './second-factors-section.tsx';

const STATE = 'GET /api/auth/second-factor';
const CONFIRM = 'POST /api/auth/second-factor/confirm';
const RENEW = 'POST /api/auth/second-factor/recovery-codes';
const END = 'POST /api/auth/second-factor/end';
const wrongCode = refuse(403, 'secondFactors.wrongCode', 'Kodi nuk vlen');
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
const send = async (name: string) => {
  const button = await within(screen.getByRole('dialog')).findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Somebody at the section whose answers to a call are, one after the other, these; the first changes the state. */
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

test('who turned it on without an answer sees that it is on, and reads how to get recovery codes', async () => {
  visit(CONFIRM, { isOn: false, be: true }, [noAnswer, refuse(409, 'secondFactors.notBegun', 'Filloni nga e para')]);
  await press(t('twoStep.begin'));
  await send(t('twoStep.next'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.confirm'));
  await vi.waitFor(() => expect(said().join()).toContain(t('twoStep.confirm.unknown')));
  expect(said().join()).not.toContain('Filloni');
  expect(await screen.findByText(t('twoStep.on'))).toBeTruthy();
});

test('who did not begin is told to, where no answer was lost', async () => {
  visit(CONFIRM, { isOn: false, be: false }, [refuse(409, 'secondFactors.notBegun', 'Filloni nga e para')]);
  await press(t('twoStep.begin'));
  await send(t('twoStep.next'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.confirm'));
  await vi.waitFor(() => expect(said().join()).toContain('Filloni nga e para'));
});

test('whose new recovery codes were lost reads that the old ones may be dead, until another code is wrong', async () => {
  const server = visit(RENEW, { isOn: true, be: true }, [noAnswer, wrongCode, wrongCode]);
  await press(t('twoStep.renew'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.renew'));
  await vi.waitFor(() => expect(said().join()).toContain(t('twoStep.renew.unknown')));
  expect(said().join()).not.toContain('Kodi nuk vlen');
  await vi.waitFor(() => expect(server.asked.filter((call) => call === STATE)).toHaveLength(2));
  await fill(t('twoStep.code'), '654321');
  await send(t('twoStep.renew'));
  await vi.waitFor(() => expect(said().join()).toContain('Kodi nuk vlen'));
});

test('who turned it off without an answer is told so', async () => {
  visit(END, { isOn: true, be: false }, [noAnswer, refuse(409, 'secondFactors.isOff', 'Nuk është aktive')]);
  await press(t('twoStep.end'));
  await fill(t('twoStep.code'), '123456');
  await send(t('twoStep.end'));
  expect(await screen.findByText(t('twoStep.off'))).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
