import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deal } from '#core/contract/shapes.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import { heardIn, seenIn, show, t } from '#test/dom.tsx';
import { dealNumber } from '#test/fake-server.ts';
import { OpeningTimes } from '#web/features/salons/opening-times.tsx';
import { directionsTo, hostOf, instagram, telephone, whatsApp } from '#web/features/salons/salon-links.tsx';
import { CardsProvider } from '#web/kit/data/shop-config.ts';
import { DealCard } from './deal-card.tsx';
import { DealDetail } from './deal-detail.tsx';
import { langOf, langOfCategory, langOfTitle, titleOf } from './deal-words.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();

describe('card', () => {
  beforeEach(() => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  });

  test('rating uses the Albanian decimal comma, visually and for screen readers', () => {
    show(<DealCard deal={{ ...dealNumber(1), rating: 4.8, reviewCount: 12 }} />);
    expect(screen.getByText('4,8 nga 5, 12 vlerësime').previousSibling?.textContent).toBe('4,8 (12)');
  });

  test('remaining time reads as time left and not as the duration of a treatment', () => {
    show(<DealCard deal={{ ...dealNumber(1), expiresAt: inDays(2), durationMinutes: 90 }} />);
    expect(screen.getByText('Mbeten 2 ditë')).toBeTruthy();
    expect(screen.getByText(/· 90 min$/)).toBeTruthy();
    show(<DealCard deal={{ ...dealNumber(2), expiresAt: inDays(1) }} />);
    expect(screen.getByText('Mbetet 1 ditë')).toBeTruthy();
  });

  test.each([
    ['one person', { priceUnit: 'person', unitCount: 1 } as const, 'për person'],
    ['two persons', { priceUnit: 'person', unitCount: 2 } as const, '3\u00a0750\u00a0lekë për person'],
    ['seven sessions', { priceUnit: 'session', unitCount: 7 } as const, '1\u00a0072\u00a0lekë për seancë'],
  ])('price for %s shows the price per person', (_, unit, said) => {
    show(<DealCard deal={{ ...dealNumber(1), price: 7500, ...unit }} />);
    expect(screen.getAllByText(/për (person|seancë)$/)[0]?.textContent).toBe(said);
  });

  test('price for nobody in particular shows nothing more', () => {
    show(<DealCard deal={dealNumber(1)} />);
    expect(screen.queryByText(/për (person|seancë)/)).toBeNull();
  });
});

const deal: Deal = {
  ...dealNumber(1),
  ...{ businessInfo: null, businessInfoEn: null, socialLink: null, phone: null, salon: null, shareImage: null },
  ...{ views: 0, shares: 0, likes: 0, sold: 0 },
};

describe('details', () => {
  test.each([
    ['without an end is not called limited', null, [false, true]],
    ['with an end is', '2999-01-01T00:00:00Z', [true, false]],
  ])('deal that %s', (_which, expiresAt, [isLimited, isEndless]) => {
    show(<DealDetail deal={{ ...deal, expiresAt }} level="h1" actions={() => null} related={null} />);
    expect(screen.queryByText(t('deal.limited.title')) !== null).toBe(isLimited);
    expect(screen.queryByText(t('time.noExpiration')) !== null).toBe(isEndless);
  });

  test.each([
    {
      cards: null,
      ways: [t('deal.how.now'), t('deal.how.later')],
      told: 'deal.how.pay',
    },
    {
      cards: 'sandbox' as const,
      ways: [t('deal.how.later'), t('deal.how.byCard')],
      told: 'deal.how.show',
    },
  ])('how it works, cards $cards, names each payment method and what every order includes', ({ cards, ways, told }) => {
    show(
      <CardsProvider value={cards}>
        <DealDetail deal={deal} level="h1" actions={() => null} related={null} />
      </CardsProvider>,
    );
    const how = within(screen.getByRole('region', { name: t('deal.how.title') }));
    expect(how.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(ways);
    expect(how.getAllByRole('listitem').at(-1)?.textContent).toContain(t(told as 'deal.how.pay'));
  });
});

describe('texts', () => {
  test('Albanian salon text on an English page is marked as Albanian', () => {
    const [sq, en] = [translator('sq', allWords.sq.words), translator('en', allWords.en.words)];
    expect([langOf(null, en), langOf('', en), langOf('Gel manicure', en)]).toEqual(['sq', 'sq', undefined]);
    expect([langOf(null, sq), langOf('Gel manicure', sq)]).toEqual([undefined, undefined]);
  });

  test('Albanian titles and categories on an English page are marked; a missing title is not', () => {
    const en = translator('en', allWords.en.words);
    const titled = (title: string, titleEn: string | null) => langOfTitle({ title, titleEn }, en);
    expect([titled('Manikyr', null), titled('Manikyr', 'Manicure'), titled('', null)]).toEqual([
      'sq',
      undefined,
      undefined,
    ]);
    const [own, known] = ['qerpike', 'hair'].map((slug) => langOfCategory({ slug, name: 'Qerpikë', nameEn: null }, en));
    expect([own, known]).toEqual(['sq', undefined]);
  });

  test('deal title is in the language of the page, else in the other', () => {
    const languages = [translator('sq', allWords.sq.words), translator('en', allWords.en.words)];
    const titles = (title: string, titleEn: string | null) => languages.map((t) => titleOf({ title, titleEn }, t));
    expect(titles('Manikyr', 'Manicure')).toEqual(['Manikyr', 'Manicure']);
    expect(titles('Manikyr', null)).toEqual(['Manikyr', 'Manikyr']);
    expect(titles('', 'Manicure')).toEqual(['Manicure', 'Manicure']);
    expect(titles('', null)).toEqual(['', '']);
  });
});

describe('contact links', () => {
  test('map link, for a valid place only, is built', () => {
    const to = (location: string | null, address = '') =>
      directionsTo({ location, address, city: 'tirana', business: 'Çela & Co' });
    const maps = 'https://www.google.com/maps/dir/?api=1&destination=';
    expect(to('41.3275,19.8187')).toBe(`${maps}41.3275,19.8187`);
    for (const none of [null, '', 'Tiranë', '41.3,19.8&x=1']) {
      expect(to(none)).toBeNull();
      expect(to(none, 'Rruga 1')).toBe(`${maps}%C3%87ela%20%26%20Co%2C%20Rruga%201%2C%20tirana%2C%20Albania`);
    }
  });

  test('telephone and messenger links use the digits only', () => {
    expect(telephone('+355 67 111 5327')).toBe('tel:+355671115327');
    expect(whatsApp('+355 67 111 5327', 'Oferta “A & B”')).toBe(
      'https://wa.me/355671115327?text=Oferta%20%E2%80%9CA%20%26%20B%E2%80%9D',
    );
  });

  test('host and place names are kept', () => {
    expect(instagram('lendina.e.qete')).toBe('https://www.instagram.com/lendina.e.qete/');
    expect([hostOf('https://www.sallon.example/a?b'), hostOf('nowhere')]).toEqual(['sallon.example', 'nowhere']);
  });
});

describe('opening times', () => {
  test('opening times are announced as ranges', () => {
    const hours = [1, 2, 3].map((weekday) => ({ weekday, opens: '09:00', closes: '21:00' }));
    show(<OpeningTimes salon={{ hours, holidays: [] }} />);
    const [open, closed] = screen.getAllByRole('listitem');
    expect([seenIn(open), heardIn(open)]).toEqual([
      'E hënë – e mërkurë09:00–21:00',
      'E hënë deri të mërkurën09:00 deri në 21:00',
    ]);
    expect(heardIn(closed)).toMatch(/^E enjte deri të dielën/);
  });
});
