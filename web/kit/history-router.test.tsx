import { render, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { arrive, HistoryRouter } from './history-router.tsx';

const rendered: string[] = [];

function Place() {
  const { pathname } = useLocation();
  rendered.push(pathname);
  return <p>{pathname}</p>;
}

test('what one goes to while a page starts is shown after that page was taken over', async () => {
  history.replaceState({ key: 'a' }, '', '/deal/1');
  const arrival = arrive();
  history.pushState({ key: 'b' }, '', '/categories');
  render(
    <HistoryRouter arrival={arrival}>
      <Place />
    </HistoryRouter>,
  );
  await screen.findByText('/categories');
  expect(rendered).toEqual(['/deal/1', '/categories']);
});
