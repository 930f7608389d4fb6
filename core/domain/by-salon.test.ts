import { expect, test } from 'vitest';
import { bySalon } from './salons.ts';

const at = (address: string, id: string | null = null) => ({
  ...{ id, address, city: 'tirana' },
  ...{ location: null, phone: null as string | null, whatsapp: null },
});
const item = (id: number, name: string, salon: ReturnType<typeof at> | null) => ({ id, name, salon });

test('what is had at one salon stands together, and each place of a name by itself', () => {
  const items = [
    item(1, 'Mira', null),
    item(2, 'Lulja', at('Rruga 1')),
    item(3, 'Mira', at('Rruga 2')),
    item(4, 'Mira', at('Rruga 3')),
    item(5, 'Mira', null),
  ];
  const places = bySalon(items, (it) => it);
  expect(places.map(({ name, salon, items: its }) => [name, salon?.address, its.map(({ id }) => id)])).toEqual([
    ['Mira', 'Rruga 2', [1, 3, 5]],
    ['Lulja', 'Rruga 1', [2]],
    ['Mira', 'Rruga 3', [4]],
  ]);
});

test('two salons of one name that say no address are told apart by their telephone', () => {
  const [mine, other] = ['+355 69 1', '+355 69 2'].map((phone) => ({ ...at(''), phone }));
  const items = [mine, other, mine].map((salon, id) => ({ id, name: 'Mira', salon: salon ?? null }));
  expect(bySalon(items, (it) => it).map(({ items: its }) => its.map(({ id }) => id))).toEqual([[0, 2], [1]]);
});

test('a salon that is known is one, however its deals write its name and telephone, and no other of its name', () => {
  const [own, desk] = [at('Rruga 1', 'mira'), { ...at('Rruga 1', 'mira'), phone: '+355 69 1' }];
  const items = [item(1, 'Mira', own), item(2, 'Salloni Mira', desk), item(3, 'Mira', at('Rruga 1', 'tjetër'))];
  expect(bySalon(items, (it) => it).map(({ items: its }) => its.map(({ id }) => id))).toEqual([[1, 2], [3]]);
});
