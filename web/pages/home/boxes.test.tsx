import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NEXT_CURSOR } from '#core/contract/call.ts';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { withResolvers } from '#web/kit/browser.ts';
import { Page } from '../home.page.tsx';

test('boxes stand where more deals were asked for, until they are there', async () => {
  const more = withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('cursor=further')) return more.promise;
    const isList = url.includes('/api/deals?');
    return Response.json(isList ? [dealNumber(1)] : [], isList ? { headers: { [NEXT_CURSOR]: 'further' } } : {});
  });
  const boxes = () => document.querySelectorAll('[data-skeleton]').length;
  show(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: t('home.loadMore') }));
  await vi.waitFor(() => expect(boxes()).toBeGreaterThan(2));
  expect(screen.getByText(dealNumber(1).title)).toBeTruthy();
  more.resolve(Response.json([dealNumber(2)]));
  expect(await screen.findByText(dealNumber(2).title)).toBeTruthy();
  expect(boxes()).toBe(0);
});

test('boxes stand where what others search for will, until it is there', async () => {
  const popular = withResolvers<Response>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/hints')) return Response.json({ offer: null, partly: [] });
    return url.includes('/popular') ? popular.promise : Response.json([]);
  });
  show(<Page />, { at: '/?search=zhvxq' });
  await screen.findByText(t('home.empty.title'));
  expect(document.querySelectorAll('[aria-busy=true]')).toHaveLength(1);
  popular.resolve(Response.json(['manikyr']));
  expect(await screen.findByRole('link', { name: 'manikyr' })).toBeTruthy();
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});
