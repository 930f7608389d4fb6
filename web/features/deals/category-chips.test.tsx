import { expect, test, vi } from 'vitest';
import { show, t } from '#test/dom.tsx';
import { CategoryChips } from '../browse/home-bar.tsx';

const categories = ['hair', 'skin', 'spa'].map((slug) => ({
  id: slug,
  slug,
  name: slug,
  nameEn: null,
  icon: null,
  isActive: true,
  dealCount: 1,
  lowestPrice: 1,
  nearestCity: null,
}));
const WIDTHS: Record<string, [left: number, width: number]> = {
  [t('category.all')]: [16, 100],
  [t('category.spa')]: [400, 80],
  [t('category.skin')]: [-50, 80],
};

test('the selected chip stands in the middle of the row on the first look; afterwards the row moves no further than to show it', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, width] = this.tagName === 'NAV' ? [0, 360] : (WIDTHS[this.textContent] ?? [0, 0]);
    return new DOMRect(left, 0, width, 44);
  });
  const scrollBy = vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(() => {});
  const chips = (selected: string) => (
    <CategoryChips categories={categories} selected={selected} hrefOf={(slug) => `/?category=${slug}`} />
  );
  const { rerender } = show(chips('spa'));
  expect(scrollBy).toHaveBeenLastCalledWith({ left: 260, behavior: 'instant' });
  rerender(chips('all'));
  expect(scrollBy).toHaveBeenCalledTimes(1);
  rerender(chips('spa'));
  expect(scrollBy).toHaveBeenLastCalledWith({ left: 160, behavior: 'smooth' });
  rerender(chips('skin'));
  expect(scrollBy).toHaveBeenLastCalledWith({ left: -90, behavior: 'smooth' });
});
