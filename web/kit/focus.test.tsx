import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/dom.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusPage, keepFocus, useStep } from './focus.ts';

/** What has focus, in words. */
const focused = () => {
  const active = document.activeElement;
  return active === document.body ? 'nothing' : (active?.getAttribute('aria-label') ?? active?.textContent);
};

function Page({ children }: { children: React.ReactNode }) {
  useEffect(keepFocus, []);
  return (
    <main id="content" tabIndex={-1}>
      <h1>Page</h1>
      {children}
    </main>
  );
}

/** Entries with a title and a way to be rid of each. */
function List({ names, linked = true }: { names: string[]; linked?: boolean }) {
  const [left, setLeft] = useState(names);
  return left.length === 0 ? (
    <section>
      <h2>Nothing left</h2>
      <a href="/">elsewhere</a>
    </section>
  ) : (
    <ul>
      {left.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
            remove {name}
          </button>
          <h3>{linked ? <a href={`/${name}`}>{name}</a> : name}</h3>
        </li>
      ))}
    </ul>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test.each([
  { of: 'the first', removed: 'a', focus: 'b' },
  { of: 'the last', removed: 'c', focus: 'b' },
])('where $of entry goes, focus goes to the title of the one beside it', async ({ removed, focus }) => {
  show(
    <Page>
      <List names={['a', 'b', 'c']} />
    </Page>,
  );
  await press(`remove ${removed}`);
  expect(focused()).toBe(focus);
  expect(document.activeElement?.tagName).toBe('A');
});

test('an entry without a link has its heading', async () => {
  show(
    <Page>
      <List names={['a', 'b']} linked={false} />
    </Page>,
  );
  await press('remove a');
  expect([focused(), document.activeElement?.tagName]).toEqual(['b', 'H3']);
});

test('where the last of them goes, focus goes to the heading of what comes instead', async () => {
  show(
    <Page>
      <List names={['a']} />
    </Page>,
  );
  await press('remove a');
  expect(focused()).toBe('Nothing left');
});

/** A button that goes, becomes inert or disabled, or gives way to a link. */
function Fleeting({ way }: { way: 'goes' | 'inert' | 'disabled' | 'link' }) {
  const [isPressed, setPressed] = useState(false);
  const isGone = isPressed && (way === 'goes' || way === 'link');
  return (
    <>
      <h2>Part</h2>
      <div inert={isPressed && way === 'inert'}>
        {!isGone && (
          <button type="button" disabled={isPressed && way === 'disabled'} onClick={() => setPressed(true)}>
            press
          </button>
        )}
        {isPressed && way === 'link' && <a href="/">instead</a>}
      </div>
      <h2>Next part</h2>
    </>
  );
}

test.each([
  { way: 'goes', focus: 'Part' },
  { way: 'inert', focus: 'Part' },
  { way: 'disabled', focus: 'Part' },
  { way: 'link', focus: 'instead' },
] as const)('where a button $way, focus goes to “$focus”', async ({ way, focus }) => {
  show(
    <Page>
      <Fleeting way={way} />
    </Page>,
  );
  await press('press');
  expect(focused()).toBe(focus);
});

test('whoever pressed on nothing is not moved by what goes away later', async () => {
  const list = (names: string[]) => (
    <Page>
      <List key={names.join()} names={names} />
    </Page>
  );
  const { rerender } = show(list(['a', 'b']));
  screen.getByRole('button', { name: 'remove a' }).focus();
  act(() => (document.activeElement as HTMLElement).blur());
  await new Promise((resolve) => setTimeout(resolve, 5));
  rerender(list(['b']));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(focused()).toBe('nothing');
});

/** A message with an answer, at hand while the page goes on. */
function WithMessage() {
  const [isSaid, setSaid] = useState(true);
  return (
    <>
      <button type="button">at work</button>
      {isSaid && (
        <ol data-messages="">
          <li>
            <button type="button" onClick={() => setSaid(false)}>
              undo
            </button>
          </li>
        </ol>
      )}
    </>
  );
}

test('from a message that goes, focus returns to where it was before', async () => {
  show(
    <Page>
      <WithMessage />
    </Page>,
  );
  screen.getByRole('button', { name: 'at work' }).focus();
  await press('undo');
  expect(focused()).toBe('at work');
});

/** Asks in a dialog, and is gone with what it was about. */
function Asking() {
  const [step, setStep] = useState<'idle' | 'asking' | 'done'>('idle');
  return (
    <>
      {step !== 'done' && (
        <button type="button" onClick={() => setStep('asking')}>
          clear
        </button>
      )}
      {step === 'asking' && (
        <Dialog title="sure?" onClose={() => setStep('idle')}>
          <button type="button" onClick={() => setStep('done')}>
            yes
          </button>
        </Dialog>
      )}
    </>
  );
}

test('where a dialog goes with what had opened it, focus goes to the heading of the page', async () => {
  show(
    <Page>
      <Asking />
    </Page>,
  );
  await press('clear');
  await press('yes');
  expect(focused()).toBe('Page');
});

test('a page that comes later has focus on its heading', async () => {
  const { rerender } = show(<main id="content" tabIndex={-1} />);
  const arrive = (heading: string) =>
    rerender(
      <main id="content" tabIndex={-1}>
        <h1>{heading}</h1>
        <a href="/">elsewhere</a>
      </main>,
    );
  focusPage();
  expect(document.activeElement?.id).toBe('content');
  arrive('Late');
  await act(async () => {});
  expect(focused()).toBe('Late');
});

test('whoever went elsewhere before a page came stays there', async () => {
  const page = (heading: string | null) => (
    <main id="content" tabIndex={-1}>
      <a href="/">elsewhere</a>
      {heading && <h1>{heading}</h1>}
    </main>
  );
  const { rerender } = show(page(null));
  focusPage();
  screen.getByRole('link').focus();
  rerender(page('Late'));
  await act(async () => {});
  expect(focused()).toBe('elsewhere');
});

function Steps({ step }: { step: string }) {
  useStep(step);
  return (
    <main id="content" tabIndex={-1}>
      <h1>{step}</h1>
    </main>
  );
}

test('a step begins at its heading, the first one where one is', () => {
  const { rerender } = show(<Steps step="one" />);
  expect(focused()).toBe('nothing');
  rerender(<Steps step="two" />);
  expect(focused()).toBe('two');
});

test('a heading that is hidden itself is not gone to', async () => {
  show(
    <Page>
      <h2>Shown</h2>
      <div inert>
        <h2>Hidden</h2>
      </div>
      <List names={[]} />
      <Fleeting way="goes" />
    </Page>,
  );
  screen.getByRole('heading', { name: 'Part' }).remove();
  for (const name of ['Nothing left']) screen.getByRole('heading', { name }).closest('section')?.remove();
  await press('press');
  expect(focused()).toBe('Shown');
});

test('whoever uses no keyboard is not moved to what has focus now', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  show(
    <Page>
      <List names={['a', 'b']} />
    </Page>,
  );
  await press('remove a');
  expect([focused(), focus.mock.lastCall]).toEqual(['b', [{ preventScroll: true }]]);
});
