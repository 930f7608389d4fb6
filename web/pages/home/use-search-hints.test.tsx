import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { useSearchHints } from '#web/features/browse/search.tsx';

function Search() {
  const [search, setSearch] = useState('korce');
  const { offer } = useSearchHints({ search, city: 'tirana' });
  return (
    <>
      <input value={search} onChange={({ target }) => setSearch(target.value)} />
      <output>{offer?.city}</output>
    </>
  );
}

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (url: string) => {
    const search = new URLSearchParams(url.split('?')[1]).get('search');
    // Whether there is a connection may be asked too, at any time.
    if (search !== null) asked.push(search);
    if (search !== 'korce') return new Promise(() => {});
    return Response.json({ offer: { city: 'korce', category: null, search: '', count: 4 }, partly: [] });
  });
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (text: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });
const offered = () => screen.getByRole('status').textContent;

test('what helped with one search is not offered for another', async () => {
  show(<Search />);
  await pass(10);
  expect(offered()).toBe('korce');
  type('korc');
  expect(offered()).toBe('');
  type('');
  await pass(1000);
  type('manikyr');
  await pass(1000);
  expect(offered()).toBe('');
  expect(asked).toEqual(['korce', 'manikyr']);
});

test('nothing is asked while somebody types', async () => {
  show(<Search />);
  await pass(10);
  for (const text of ['m', 'ma', 'man']) {
    type(text);
    await pass(399);
  }
  expect(asked).toEqual(['korce']);
  await pass(1);
  expect(asked).toEqual(['korce', 'man']);
});
