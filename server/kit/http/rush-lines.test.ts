/** The lines alone, without a shop, in time that the tests let pass. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLoadShedder } from './load-shedding.ts';

/** Work that ends after so long. */
const lasting = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'read'));
const told = (reading: Promise<string>) => reading.catch(({ code }: { code: string }) => code);

/** Time that stands still but for what the test lets pass. */
function still() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  [10, 26],
  [50, 6],
])('how many may wait follows from how fast they are let in: every %i ms one, %i at most', async (ms, most) => {
  still();
  const read = createLoadShedder(1);
  const first = Array.from({ length: 40 }, () => read('known', lasting(ms)).catch(() => 'refused'));
  await vi.advanceTimersByTimeAsync(39 * ms);
  const later = Array.from({ length: 100 }, () => told(read('known', lasting(ms))));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(first);
  const answers = await Promise.all(later);
  expect(Math.abs(answers.filter((answer) => answer === 'read').length - most)).toBeLessThanOrEqual(2);
  expect(answers.at(-1)).toBe('server.busy');
});

test('how slow it was once, before everybody had gone, refuses nobody', async () => {
  still();
  const read = createLoadShedder(1);
  const slow = Array.from({ length: 3 }, () => told(read('known', lasting(2_000))));
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(slow);
  const quick = Array.from({ length: 10 }, () => told(read('known', lasting(5))));
  await vi.advanceTimersByTimeAsync(100);
  expect(new Set(await Promise.all(quick))).toEqual(new Set(['read']));
});

test('a moment in which nothing is answered, at half of what can be served, refuses nobody', async () => {
  still();
  const read = createLoadShedder(8);
  let hangsUntil = 0;
  const work = () => lasting(5 + Math.max(0, hangsUntil - performance.now()))();
  const answers: Promise<string>[] = [];
  for (let n = 0; n < 800; n++) {
    if (n === 400) hangsUntil = performance.now() + 150;
    const kind = (['known', 'known', 'change', 'invented', 'invented'] as const)[n % 5] ?? 'known';
    answers.push(told(read(kind, work)));
    await vi.advanceTimersByTimeAsync(1.25);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['read']));
});

test('while what is known waits, what anybody may invent is put off', async () => {
  still();
  const read = createLoadShedder(1);
  const order: string[] = [];
  const all = (['known', 'invented', 'change', 'known'] as const).map((kind) =>
    told(read(kind, lasting(10))).then(() => order.push(kind)),
  );
  await vi.advanceTimersByTimeAsync(50);
  await Promise.all(all);
  expect(order).toEqual(['known', 'known', 'change', 'invented']);
});

test.each(['invented', 'change'] as const)(
  'whatever hangs of a kind, here %s, leaves a place to what is known',
  async (kind) => {
    still();
    const read = createLoadShedder(5);
    const hung = Array.from({ length: 8 }, () => told(read(kind, lasting(3_000))));
    const known = told(read('known', lasting(10)));
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.race([known, 'waits'])).toBe('read');
    await vi.advanceTimersByTimeAsync(9_000);
    await Promise.all(hung);
  },
);

test('what anybody may invent is refused where what is known would keep it waiting for too long', async () => {
  still();
  const read = createLoadShedder(1);
  const known = Array.from({ length: 40 }, () => told(read('known', lasting(20))));
  await vi.advanceTimersByTimeAsync(400);
  expect(await told(read('invented', lasting(20)))).toBe('server.busy');
  await vi.advanceTimersByTimeAsync(300);
  const soon = told(read('invented', lasting(20)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await soon).toBe('read');
  expect(new Set(await Promise.all(known))).toEqual(new Set(['read']));
});

test('what anybody may invent waits no longer than its own line moves, however long nobody stood in it', async () => {
  still();
  const read = createLoadShedder(2);
  await vi.advanceTimersByTimeAsync(1_000);
  const hung = [read('known', lasting(3_000)), read('known', lasting(3_000))];
  const first = told(read('invented', lasting(10)));
  const second = told(read('invented', lasting(10)));
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.race([second, 'waits'])).toBe('waits');
  await vi.advanceTimersByTimeAsync(300);
  expect(await told(read('invented', lasting(10)))).toBe('server.busy');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await first).toBe('read');
  await Promise.all(hung);
});
