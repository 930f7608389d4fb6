import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { ShareButton } from './share-button.tsx';

test.each([
  ['AbortError', false],
  ['InvalidStateError', false],
  ['NotAllowedError', true],
])('share dialog of the device, ending with %s, is replaced by the menu: %s', async (name, isReplaced) => {
  const share = vi.fn().mockRejectedValue(new DOMException('', name));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
  show(<ShareButton path="/salon/cela" title="Çela" />);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('share.action') })));
  expect([share.mock.calls.length, screen.queryByText('Viber') !== null]).toEqual([1, isReplaced]);
  vi.unstubAllGlobals();
});
