/**
 * What is being pressed, and what was pressed last. A press goes to what is there when the finger or the button of the
 * mouse is lifted: until then nothing may move there.
 */

interface Place {
  control: Element;
  holder: Element | null;
}

let isHeld = false;
let held: Place | null = null;
let pressed: Place | null = null;
let waiting: (() => unknown)[] = [];

if (typeof window !== 'undefined') {
  const hold = (event: Event) => {
    isHeld = true;
    held = placeOf(event);
  };
  const press = (event: Event) => {
    pressed = placeOf(event);
  };
  window.addEventListener('pointerdown', hold, true);
  // A browser that opens a list of its own may not say when it is let go.
  for (const type of ['pointerup', 'pointercancel', 'keydown']) window.addEventListener(type, letGo, true);
  window.addEventListener('click', press, true);
}

function placeOf({ target }: Event): Place | null {
  const control = target instanceof Element ? target.closest('a, button') : null;
  return control && { control, holder: control.parentElement };
}

function letGo(): void {
  isHeld = false;
  held = null;
  const due = waiting;
  waiting = [];
  // The click comes first.
  setTimeout(() => {
    for (const run of due) run();
  });
}

/** At once, or when what is being pressed has been let go and has done what it does. */
export function afterPress(run: () => unknown): void {
  if (isHeld) waiting.push(run);
  else run();
}

/** Resolves at once, or when what is being pressed has been let go and has done what it does. */
export const untilLetGo = (): Promise<void> => new Promise((resolve) => afterPress(() => resolve()));

/** Where it is, or what it has given way to in its place, as a button to a link. */
function standing(place: Place | null): Element | null {
  if (!place || place.control.isConnected) return place?.control ?? null;
  return place.holder?.isConnected ? place.holder.querySelector('a, button') : null;
}

/** What is being pressed, and what was pressed last, as far as they are there. */
export const pressedControls = (): Element[] => [standing(held), standing(pressed)].filter((control) => !!control);

/** As on a page that was just loaded. */
export function forgetPresses(): void {
  isHeld = false;
  held = null;
  pressed = null;
  waiting = [];
}
