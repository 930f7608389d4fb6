import { expect, test } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { CardsProvider } from '#web/kit/shop-config.ts';
import { useSiteDescription } from './site-description.ts';

const Description = () => <p>{useSiteDescription()}</p>;

test.each([
  [null, 'home.meta.description'],
  ['sandbox', 'home.meta.description'],
  ['stripe', 'home.meta.descriptionWithCards'],
] as const)('where cards are charged by %s the site says %s', (cards, key) => {
  const { container } = show(
    <CardsProvider value={cards}>
      <Description />
    </CardsProvider>,
  );
  expect(container.textContent).toBe(t(key));
});
