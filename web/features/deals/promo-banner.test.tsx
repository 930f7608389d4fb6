import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { PromoBanner } from '../browse/promo-banner.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

/** A server that answers every call like this; tells what it was asked. */
function serverThatAnswers(status: number, body: unknown) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify(body), { status });
  });
  return asked;
}

const later = () => act(() => vi.advanceTimersByTimeAsync(30_000));

test('featured deals that cannot be fetched are asked for three times, then the screen says so', async () => {
  const asked = serverThatAnswers(503, {});
  show(<PromoBanner city="tirana" />);
  await later();
  expect(asked).toEqual(Array(3).fill('/api/deals/featured?city=tirana'));
  expect(screen.getByText(t('error.fetchFeatured'))).toBeTruthy();
});

test('without a featured deal there is nothing', async () => {
  serverThatAnswers(200, []);
  const { container } = show(<PromoBanner city="tirana" />);
  await later();
  expect(container.textContent).toBe('');
});
