import { act, fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { show } from '#test/dom.tsx';
import { useToast } from '#web/kit/toasts.ts';
import { useTellSessionEnd } from './session-end.ts';

function Shop() {
  const tell = useTellSessionEnd();
  const { pathname, state } = useLocation();
  const message = useToast();
  return (
    <>
      <p data-testid="place">{`${pathname} ${JSON.stringify(state)}`}</p>
      <button type="button" onClick={() => tell({ address: '/login', comesBack: true })}>
        end
      </button>
      <button type="button" onClick={message?.action?.run}>
        sign in
      </button>
    </>
  );
}

test('who signs in from the message on another page comes from there', () => {
  const press = (name: string) => act(() => void fireEvent.click(screen.getByRole('button', { name })));
  const go = (path: string) => history.replaceState(null, '', path);
  go('/profile');
  show(<Shop />);
  press('end');
  go('/categories');
  press('sign in');
  expect(screen.getByTestId('place').textContent).toBe('/login {"from":"/categories"}');
});
