import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Deal } from '#core/contract/shapes.ts';
import { show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { DealDetail } from './deal-detail.tsx';

const deal: Deal = {
  ...dealNumber(1),
  ...{ businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null },
  ...{ views: 0, shares: 0, likes: 0, sold: 0 },
};

test.each([
  ['without an end is not called limited', null, [false, true]],
  ['with an end is', '2999-01-01T00:00:00Z', [true, false]],
])('a deal %s', (_which, expiresAt, [isLimited, isEndless]) => {
  show(<DealDetail deal={{ ...deal, expiresAt }} level="h1" actions={() => null} related={null} />);
  expect(screen.queryByText(t('deal.limited.title')) !== null).toBe(isLimited);
  expect(screen.queryByText(t('time.noExpiration')) !== null).toBe(isEndless);
});
