import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { ListEnd } from './home-list.tsx';

test.each([
  ['what the server said', new ApiError(503, '{"message":"Shërbimi është i zënë."}', ''), 'Shërbimi është i zënë.'],
  ['that the server is in trouble', new ApiError(502, '<h1>Bad Gateway</h1>', ''), t('error.serverBusy')],
  ['that it was not reached', new TypeError('Failed to fetch'), t('error.network')],
])('when more deals cannot be fetched it says %s, and goes on', (_name, error, words) => {
  const load = vi.fn();
  show(<ListEnd hasMore wentOn={false} loading={false} error={error} load={load} />);
  expect(screen.getByRole('alert').textContent).toBe(words);
  fireEvent.click(screen.getByRole('button', { name: t('common.tryAgain') }));
  expect(load).toHaveBeenCalledOnce();
});
